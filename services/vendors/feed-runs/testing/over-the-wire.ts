import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { FeedRunResource, FeedRunRow } from '#contracts/api/vendor-feeds.ts';
import { stoneStream, vendorStream } from '#contracts/events/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { startSmallVitrine } from '#tests/support/small-vitrine.ts';
import { keepFeedFile } from '../../feed/feed-files.ts';
import { vendorCommands } from '../../index.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
/** The headings of a vendor's file, and what they are. */
export const COLUMNS = {
  S: 'parcelName',
  W: 'weight',
  H: 'shapeCode',
  K: 'colour',
  Q: 'clarity',
  P: 'vendorPrice',
  L: 'lab',
  C: 'certNo',
} as const;

export const line = (stock: string | number, price = 5000, rest = 'GIA,') =>
  `${stock},1.01,RD,G,VS1,${price},${rest}`;
export const csv = (...lines: string[]): string => ['S,W,H,K,Q,P,L,C', ...lines].join('\n');
export const stock = (count: number, price = 5000): string[] =>
  Array.from({ length: count }, (_, index) => line(index + 1, price));

export type FeedWorld = Awaited<ReturnType<typeof startFeedWorld>>;

/** A small Vitrine with files of its own, whose vendors' feeds are read over the wire. Close it. */
export async function startFeedWorld() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-feed-runs-'));
  const vitrine = await startSmallVitrine({ VITRINE_DATA: folder });
  const files = openFileStore({ filesUrl: undefined, dataFolder: folder });
  const admin = await vitrine.as('admin');
  let vendors = 10;
  let numbered = 0;
  const command = () => ({ commandId: `feed-runs-${++numbered}`, actor: ADMINISTRATOR });

  /** A vendor of a test's own, whose files are read over the wire. */
  async function vendor({ autoWhitelist = true, additionsOnly = false, called = '' } = {}) {
    const vendorId = ++vendors;
    const dxPrefix = `R${vendorId}-`;
    await vendorCommands.register(vitrine.context, command(), vendorId, {
      settings: { name: called || `Vendor ${vendorId}`, dxPrefix, autoWhitelist, additionsOnly },
      terms: { markupPpm: 100_000 },
    });
    await vendorCommands.mapColumns(vitrine.context, command(), vendorId, {
      columns: Object.entries(COLUMNS).map(([heading, attribute]) => ({ heading, attribute })),
    });
    const settled = async (id: string): Promise<FeedRunResource> => {
      const ends = ['CLASSIFIED', 'HELD', 'APPLIED', 'TAKEN_BACK', 'FAILED', 'DISCARDED'];
      for (;;) {
        const run = (await admin.get(`/api/feed-runs/${id}`)).json as FeedRunResource;
        if (ends.includes(run.state)) return run;
        await sleep(50);
      }
    };
    const act = async (id: string, verb: string, body: unknown = undefined): Promise<FeedRunResource> => {
      const reply = await admin.post(`/api/feed-runs/${id}/${verb}`, body);
      expect(reply.status, reply.text).toBe(200);
      return settled(id);
    };
    const start = async (text: string, kind = 'FULL'): Promise<FeedRunResource> => {
      const fileId = await keepFeedFile(files, Buffer.from(text));
      const body = { vendorId, fileId, fileName: 'stock.csv', kind };
      const reply = await admin.post('/api/feed-runs', body);
      expect(reply.status, reply.text).toBe(200);
      return reply.json as FeedRunResource;
    };
    const classify = async (text: string, kind?: string) => settled((await start(text, kind)).id);
    return {
      vendorId,
      start,
      classify,
      apply: (id: string, confirmed: string[] = []) => act(id, 'apply', { confirmed }),
      discard: (id: string) => act(id, 'discard'),
      takeBack: (id: string) => act(id, 'take-back'),
      async read(text: string, confirmed: string[] = []) {
        const run = await classify(text);
        return act(run.id, 'apply', { confirmed });
      },
      async judge(rows: object[]) {
        const reply = await admin.post(
          `/vendor/${vendorId}/inventory`,
          rows.map((row) => ({ vendorId, ...row })),
          { method: 'PUT' },
        );
        expect(reply.status, reply.text).toBe(200);
      },
      rows: async (id: string, filter: object = {}) =>
        (await admin.get(`/api/feed-runs/${id}/rows?filter=${encodeURIComponent(JSON.stringify(filter))}`))
          .json as FeedRunRow[],
      events: (stockNumber: string | number) => typesOf(stoneStream(`${dxPrefix}${stockNumber}`)),
      vendorEvents: () => typesOf(vendorStream(vendorId)),
      name: (stockNumber: string | number) => `${dxPrefix}${stockNumber}`,
    };
  }

  async function typesOf(stream: string): Promise<string[]> {
    const types: string[] = [];
    for await (const { type } of vitrine.context.events.readStream(stream)) types.push(type);
    return types;
  }

  return {
    vitrine,
    files,
    admin,
    vendor,
    async close() {
      await vitrine.close();
      await rm(folder, { recursive: true });
    },
  };
}
