import { z } from 'zod';
import { feedAttributeSchema } from '../vendor/feed-attributes.ts';
import { feedColumnSchema, feedConventions } from '../vendor/feed-mapping.ts';
import { tierSchema } from '../vocabulary/schemas.ts';
import { rowNumberSchema } from '../vocabulary/row-numbers.ts';

/** A row of GET and PUT /vendor/{id}/columns: a heading of the vendor's feed and what stands under it. */
export const vendorColumn = z.object({
  vendorColumnId: feedColumnSchema.shape.columnId,
  vendorId: rowNumberSchema,
  vendorColumnHeader: feedColumnSchema.shape.heading,
  attribute: feedColumnSchema.shape.attribute,
});
export type VendorColumn = z.infer<typeof vendorColumn>;

/** PUT /vendor/{id}/columns: the whole mapping; the ids are given by the server. */
export const vendorColumnsRequest = z.array(
  vendorColumn.pick({ vendorColumnHeader: true, attribute: true }).extend({
    vendorColumnId: rowNumberSchema.optional(),
    vendorId: rowNumberSchema.optional(),
  }),
);

/**
 * How a vendor's files are read: GET and PUT /api/vendors/{id}/feed-mapping; the version is the answer's ETag, too. With
 * If-Match PUT sets only what was not changed since it was read.
 */
export const feedMappingRequest = z.object({ columns: vendorColumnsRequest, conventions: feedConventions });
export const feedMappingResource = z.object({
  columns: z.array(vendorColumn),
  conventions: feedConventions,
  version: z.string(),
});
export type FeedMappingResource = z.infer<typeof feedMappingResource>;

/** What is wrong with one cell, or with a row as a whole (`column` empty). Rows count as a spreadsheet does. */
const feedProblem = z.object({
  row: z.int(),
  column: z.string(),
  value: z.string(),
  message: z.string(),
});
export type WireFeedProblem = z.infer<typeof feedProblem>;

/** POST /api/vendors/{id}/feed-files: a file that was kept, and what was found in it. */
export const feedFile = z.object({
  /** By its content: the same file is kept once. */
  fileId: z.string(),
  fileName: z.string(),
  /** The workbook's sheet; null in a text file. */
  sheet: z.string().nullable(),
  /** Counted as a spreadsheet does. */
  headingRow: z.int(),
  columns: z.array(
    z.object({
      heading: z.string(),
      /** The first values under it. */
      samples: z.array(z.string()),
      /** What the vendor's saved mapping makes of it; null: nothing. */
      mapped: feedAttributeSchema.nullable(),
      /** What heading and values look like; null: nothing known. */
      suggestion: feedAttributeSchema.nullable(),
    }),
  ),
  /** As saved for the vendor, else as found. */
  conventions: feedConventions,
});
export type FeedFile = z.infer<typeof feedFile>;

/** POST /api/vendors/{id}/feed-preview: the first rows of a kept file as the stones they would become. */
export const feedPreviewRequest = feedMappingRequest.extend({ fileId: z.string() });
export const feedPreview = z.object({
  /** What would refuse the file as a whole; null: nothing. */
  refusal: z.string().nullable(),
  rows: z.array(
    z.object({
      row: z.int(),
      /** The stone by attribute, in words and the wire's units; without what could not be read. */
      stone: z.partialRecord(feedAttributeSchema, z.string()),
      problems: z.array(feedProblem),
    }),
  ),
});
export type FeedPreview = z.infer<typeof feedPreview>;

const FEED_RUN_STATES = [
  'WAITING',
  'READING',
  /** For a person: to apply or to discard. */
  'CLASSIFIED',
  /** As CLASSIFIED, and a guard holds it (rule: Held feeds). */
  'HELD',
  'APPLYING',
  'APPLIED',
  'TAKING_BACK',
  'TAKEN_BACK',
  'DISCARDED',
  /** The file could not be used. */
  'FAILED',
] as const;

/** What a row, or a parcel that no row names, comes to (rule: Classifying rows). */
export const STOCK_CLASSES = [
  'NEW',
  'CHANGED',
  'UNCHANGED',
  /** In no row of a full feed: to be withdrawn. */
  'GONE',
  /** In an open spell of a customer: nothing is written. */
  'HELD',
  /** For a person: a re-used number, a certificate of another vendor, a price far from the last or from the list. */
  'WAITING',
  /** Not listed: rejected by a person, or not accepted yet. */
  'UNLISTED',
  /** The row cannot be read. */
  'REFUSED',
] as const;
const stockClass = z.enum(STOCK_CLASSES);
export type StockClass = z.infer<typeof stockClass>;

/** Why a run waits for a person, in numbers: `count` of `of` is above `limit` percent. */
const feedHold = z.object({
  reason: z.enum(['WITHDRAWALS', 'WITHDRAWALS_OF_A_WEEK', 'PRICES', 'UNIDENTIFIED_ROWS']),
  count: z.int(),
  of: z.int(),
  limit: z.number(),
  message: z.string(),
});
export type FeedHold = z.infer<typeof feedHold>;

/**
 * True for a hold that must be confirmed before anything of the run is applied; the others only prevent withdrawals
 * (rule: Full feeds).
 */
export const stopsTheRun = ({ reason }: Pick<FeedHold, 'reason'>): boolean => reason !== 'UNIDENTIFIED_ROWS';

/** A row of GET /api/feed-runs: one reading of one file; for administrators. */
export const feedRunResource = z.object({
  id: z.string(),
  vendorId: z.int(),
  vendorName: z.string().nullable(),
  fileId: z.string(),
  fileName: z.string(),
  source: z.enum(['UPLOAD', 'COMMAND_LINE', 'SCHEDULE']),
  /** ADDITIONS withdraws nothing (rule: Full feeds). */
  kind: z.enum(['FULL', 'ADDITIONS']),
  state: z.enum(FEED_RUN_STATES),
  requestedBy: z.string(),
  requestedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Of the step under way: parcels to do and done. */
  total: z.int().nullable(),
  done: z.int(),
  rows: z.int().nullable(),
  counts: z.record(stockClass, z.int()).nullable(),
  holds: z.array(feedHold),
  /** Who applied it, and which of the holds were confirmed by that; null and none before, and of old runs that were taken back. */
  appliedBy: z.string().nullable(),
  appliedAt: z.string().nullable(),
  confirmed: z.array(feedHold.shape.reason),
  /** Who applied, discarded or took it back last: what its state came of; null before, and of runs discarded before it was kept. */
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /**
   * How many parcels applying it would list, change and withdraw, by the judgements of now: those that were rejected, and
   * those that are in no row. Only with the one run, and while it waits for a person.
   */
  effect: z.object({ listed: z.int(), changed: z.int(), rejected: z.int(), missing: z.int() }).optional(),
  /** Why the file could not be used, or what stopped the run. */
  failure: z.string().nullable(),
  /** Its rows are removed 90 days after its end, when nothing needs them; null: it has them. */
  rowsRemovedAt: z.string().nullable(),
});
export type FeedRunResource = z.infer<typeof feedRunResource>;

/** POST /api/feed-runs: classifies a kept file with the vendor's saved mapping; nothing is applied by it. */
export const startFeedRunRequest = z.object({
  vendorId: rowNumberSchema,
  fileId: z.string(),
  fileName: z.string().trim().min(1).max(200),
  kind: z.enum(['FULL', 'ADDITIONS']).default('FULL'),
});

const comparedRow = z.object({ class: stockClass, cost: z.number().nullable() }).nullable();

/** GET /api/feed-runs/{id}/comparison: what differs from the vendor's run before. */
export const feedRunComparison = z.object({
  /** Null: there is none. With `rowsRemovedAt` nothing is compared: it has no rows any more. */
  before: feedRunResource.nullable(),
  /** Stones that only this file has, that only the one before had, and those that cost otherwise. */
  added: z.int(),
  left: z.int(),
  repriced: z.int(),
  /** At most the first 1,000 of those; null where a file does not have the stone. Dollars. */
  rows: z.array(z.object({ id: z.string(), stone: z.string(), before: comparedRow, after: comparedRow })),
});
export type FeedRunComparison = z.infer<typeof feedRunComparison>;

/** What applying a run has made of a row: WAITING, HELD and CLASH are left as they were. */
const FEED_ROW_OUTCOMES = [
  'LISTED',
  'CHANGED',
  'WITHDRAWN',
  'UNCHANGED',
  'HELD',
  'WAITING',
  'CLASH',
  'TAKEN_BACK',
] as const;

/** A row of GET /api/feed-runs/{id}/rows (filters: class, text `q`; pages as every list of the back office). */
export const feedRunRow = z.object({
  /** The parcel's name, or `row-N` of a row that names none. */
  id: z.string(),
  /** Null: a parcel that is in no row. */
  row: z.int().nullable(),
  vendorStockId: z.string().nullable(),
  parcelName: z.string().nullable(),
  class: stockClass,
  /** Null: the run is not applied, or has nothing to write for it. */
  outcome: z.enum(FEED_ROW_OUTCOMES).nullable(),
  /** Shape, weight, colour, clarity in words. */
  stone: z.string(),
  /** Dollars: the vendor's cost and the list price, before and as offered. */
  cost: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
  total: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
  /** What differs, in words. */
  changes: z.array(z.object({ attribute: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(feedProblem),
  /** A person's last word on the stock number. */
  judgement: z.enum(['ACCEPTED', 'REJECTED']).nullable(),
  overrideTier: tierSchema.nullable(),
  comments: z.string(),
});
export type FeedRunRow = z.infer<typeof feedRunRow>;

/** POST /api/feed-runs/{id}/apply: the holds that the person has seen and lets pass. */
export const applyFeedRunRequest = z.object({
  confirmed: z.array(feedHold.shape.reason).default([]),
});

/** A row of PUT /vendor/{id}/inventory (product: Vendor accept/reject row). */
export const vendorInventoryRow = z.object({
  vendorId: rowNumberSchema,
  vendorStockId: z.string().trim().min(1, 'Give the stock number.').max(64, 'Use at most 64 characters.'),
  blackList: z.boolean().default(false),
  whiteList: z.boolean().default(false),
  comments: z.string().max(1000, 'Use at most 1,000 characters.').nullish(),
  /** Left out: as it is; null or empty: the vendor's tier again. */
  overrideTier: tierSchema.nullish().or(z.literal('').transform(() => null)),
});
export type VendorInventoryRow = z.infer<typeof vendorInventoryRow>;
export const vendorInventoryRequest = z.array(vendorInventoryRow);
