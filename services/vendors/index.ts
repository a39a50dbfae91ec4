export { countWaitingFeeds, vendorsWithOldFeeds } from './waiting-feeds.ts';
export { vendorCommands } from './handlers.ts';
export { recordOffer, type StockWriting } from './feed/record-feed.ts';
export type { Offer } from './feed/check-row.ts';
export { listPrice } from './feed/decide-stock.ts';
export { CARATS_PER_BOX } from './feed/check-measurements.ts';
export {
  removeOldFile as removeOldFeedFile,
  removeOldRows as removeOldFeedRows,
} from './feed-runs/remove-old-rows.ts';
export { startFeedRun } from './feed-runs/start-run.ts';
export { keepFeedFile } from './feed/feed-files.ts';
export { normalised as gradeOfSpelling } from './feed/grading-aliases.ts';
export { suggestColumns } from './mapping/suggest-columns.ts';
