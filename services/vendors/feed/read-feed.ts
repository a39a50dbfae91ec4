import type { Actor, StoneAttributes } from '#contracts/events/index.ts';
import { vendorStream } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { requireVendor } from '../require-vendor.ts';
import type { FeedProblem } from './feed-attributes.ts';
import { readKnownStock } from './known-stock.ts';
import { readMapping } from './map-columns.ts';
import { parseFeed } from './parse-feed.ts';
import { recordFeedRead, recordMissing, recordOffer, type FeedRun } from './record-feed.ts';

export type FeedContext = CommandContext & {
  /** The price list, in cents per carat; undefined where it has no price (rule: Price list data). */
  rapPerCarat: (attributes: StoneAttributes) => Cents | undefined;
};

export type FeedInput = {
  vendorId: number;
  /** The column mapping's JSON: the vendor's heading → the attribute. */
  mapping: unknown;
  file: Uint8Array;
  actor: Actor;
  /** Called after every thousand parcels, and at the end. */
  onProgress?: (done: number, total: number) => void;
};

/** What reading a feed came to. */
export type FeedReport = {
  vendorId: number;
  rows: number;
  /** New parcels; parcels changed; parcels that are as offered. */
  listed: number;
  changed: number;
  unchanged: number;
  /** Missing from the feed: withdrawn, or left alone because a customer holds them. */
  withdrawn: number;
  held: number;
  /** False when some rows could not be identified: then nothing is withdrawn. */
  whole: boolean;
  reportedRows: number;
  problems: readonly FeedProblem[];
};

const IN_FLIGHT = 256;
const REPORT_EVERY = 1000;

/**
 * Reads a vendor's feed whole, checks it row by row, lists the good rows and reports the others (rule: Rows
 * left out). The same feed twice changes nothing (rule: Repeated feeds); a reading that was killed is
 * finished by the next one of the same file. Throws UnreadableFeed before anything is written, a Refusal for
 * an unknown vendor, and the event store's errors.
 */
export async function readFeed(context: FeedContext, input: FeedInput): Promise<FeedReport> {
  const at = context.clock().toISOString();
  const { vendorId } = input;
  const mapping = readMapping(input.mapping);
  const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
  const { terms, settings } = requireVendor(state);
  const { markupPpm } = termsAt(terms, houseDayOf(at, context.zone), context.zone);
  const { dxPrefix, tier } = settings;
  const feed = await parseFeed(
    input.file,
    mapping,
    { vendorId, dxPrefix, tier, markupPpm },
    context.rapPerCarat,
  );

  const known = await readKnownStock(context, vendorId);
  const command = { commandId: `feed-${vendorId}-${feed.fileHash.slice(0, 32)}`, actor: input.actor };
  const run: FeedRun = { vendor: { vendorId, markupPpm }, fileHash: feed.fileHash, at, command, known };
  const missing = feed.whole
    ? [...known.records]
        .filter(([name, record]) => !feed.named.has(name) && !record.withdrawn)
        .map(([name]) => name)
    : [];

  const total = feed.offers.length + missing.length;
  let done = 0;
  const report = (): void => {
    done += 1;
    if (done % REPORT_EVERY === 0 || done === total) input.onProgress?.(done, total);
  };
  const counts = { listed: 0, changed: 0, unchanged: 0, withdrawn: 0, held: 0 };
  const clashes: FeedProblem[] = [];
  await inParallel(feed.offers, IN_FLIGHT, async (offer) => {
    const outcome = await recordOffer(context, run, offer);
    if (typeof outcome === 'string') counts[outcome] += 1;
    else
      clashes.push({ row: offer.row, column: offer.column, value: offer.parcelName, message: outcome.clash });
    report();
  });
  await inParallel(missing, IN_FLIGHT, async (name) => {
    counts[await recordMissing(context, run, name)] += 1;
    report();
  });
  const reportedRows = feed.reportedRows + clashes.length;
  const good = feed.offers.length - clashes.length;
  await recordFeedRead(
    context,
    run,
    { rows: feed.rows, listed: good, reported: reportedRows },
    counts.listed + counts.changed + counts.withdrawn > 0,
  );
  const problems = [...feed.problems, ...clashes].sort((a, b) => a.row - b.row);
  return { vendorId, rows: feed.rows, ...counts, whole: feed.whole, reportedRows, problems };
}
