import { SHAPES, shapeNames } from '#contracts/vocabulary/shapes.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { contentTypeOf, type FileStore } from '#services/platform/files/index.ts';
import { readMapping } from '../../feed/map-columns.ts';
import type { FeedRunContext } from '../feed-run-context.ts';
import { readFeed, type FeedReport, type ReadFeed } from '../read-feed.ts';
import { requireRun } from '../require-run.ts';
import { awaitsDecision, nextOpenRun, type FeedRun } from '../run-store.ts';
import { workOn } from '../work-feed-runs.ts';

/** Files in memory. */
function memoryFiles(): FileStore {
  const files = new Map<string, Buffer>();
  return {
    async put(key, bytes) {
      files.set(key, Buffer.from(bytes));
    },
    async get(key) {
      const bytes = files.get(key);
      return bytes && { bytes, size: bytes.byteLength, contentType: contentTypeOf(key) };
    },
    async head(key) {
      const bytes = files.get(key);
      return bytes && { size: bytes.byteLength, contentType: contentTypeOf(key) };
    },
    async remove(key) {
      files.delete(key);
    },
  };
}

const FILES = memoryFiles();

/** What feed runs are given, over what commands are given; the shares of the guards are the house's defaults. */
export const feedRunContextOf = (context: CommandContext): FeedRunContext => ({
  ...context,
  files: FILES,
  shapeName: async () => shapeNames(SHAPES),
  shares: { withdrawals: 30, prices: 30 },
});

/** Does the waiting work in this process, and returns a run as it is then. Throws what a step of a run throws. */
export async function workOffRuns(context: FeedRunContext, id: string): Promise<FeedRun> {
  const { signal } = new AbortController();
  for (let run = await nextOpenRun(context); run; run = await nextOpenRun(context))
    await workOn(context, run, { held: signal, signal });
  return requireRun(context, id);
}

/** Reads a CSV file by a mapping of headings to attributes, with every hold confirmed unless the caller says otherwise. */
export function readTestFeed(
  context: CommandContext,
  csv: string,
  {
    mapping,
    beforeApplying,
    ...input
  }: Pick<ReadFeed, 'vendorId'> &
    Partial<Omit<ReadFeed, 'mapping'>> & {
      mapping: object;
      /** Done when the file is classified. */
      beforeApplying?: (() => Promise<void>) | undefined;
    },
): Promise<FeedReport> {
  const runs = feedRunContextOf(context);
  return readFeed(
    runs,
    {
      fileName: 'feed.csv',
      bytes: Buffer.from(csv),
      mapping: readMapping(mapping),
      kind: 'FULL',
      dryRun: false,
      confirm: true,
      actor: { username: 'test', role: 'administrator' },
      ...input,
    },
    async (id) => {
      const run = await workOffRuns(runs, id);
      if (awaitsDecision(run)) await beforeApplying?.();
      return run;
    },
  );
}
