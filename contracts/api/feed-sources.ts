import { z } from 'zod';
import { feedSchedule } from '../vendor/feed-schedule.ts';
import { feedRunResource } from './vendor-feeds.ts';

/** Where a vendor's file comes from by itself (rule: Feeds by themselves). */
const feedPlace = z.discriminatedUnion('type', [
  /** A folder of the file store, below `vendor-drops`. */
  z.object({
    type: z.literal('FOLDER'),
    folder: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
        'Give a name of letters, digits, dots, hyphens and underscores, for example kgk-surat.',
      ),
  }),
  z.object({
    type: z.literal('HTTPS'),
    /** Answered with `***` for a password and for each value of its query; sent so again, those stay as they are. */
    url: z.string().trim().max(2_000, 'Use at most 2,000 characters.'),
  }),
]);
export type FeedPlace = z.infer<typeof feedPlace>;

/** PUT /api/vendors/{id}/feed-source. */
export const feedSourceRequest = z.object({
  place: feedPlace,
  kind: feedRunResource.shape.kind.default('FULL'),
  /** Null: only when a person asks. */
  schedule: feedSchedule.nullable(),
});
export type FeedSourceRequest = z.infer<typeof feedSourceRequest>;

const FEED_FETCH_OUTCOMES = [
  /** A file that was not read before: a run was started. */
  'READ',
  /** The same file, mapped in the same way, or by the schedule an older one of the folder: no new run. */
  'SAME',
  /** Nothing came; `reason` has why. */
  'FAILED',
] as const;

/** GET /api/vendors/{id}/feed-source: where a vendor's file comes from by itself, and how it fared; for administrators. */
export const feedSourceResource = z.object({
  vendorId: z.int(),
  /** Null: its files are sent by people only; then the rest says nothing. */
  place: feedPlace.nullable(),
  kind: feedRunResource.shape.kind,
  schedule: feedSchedule.nullable(),
  /** When it is fetched next; null: when a person asks. */
  nextAt: z.string().nullable(),
  /** A person has asked for it, and it is not fetched yet. */
  asked: z.boolean(),
  lastTriedAt: z.string().nullable(),
  outcome: z.enum(FEED_FETCH_OUTCOMES).nullable(),
  /** Why the last try brought nothing. */
  reason: z.string().nullable(),
  /** The run of the file that was fetched last. */
  runId: z.string().nullable(),
  /** Files of the folder that came since the one before it and were not read, the oldest first. */
  skipped: z.array(z.string()),
  /** The hosts that feeds may be fetched from, as configured. */
  allowedHosts: z.array(z.string()),
  /** The answer's ETag, too: with If-Match PUT and DELETE change only what was not changed since it was read. */
  version: z.string(),
});
export type FeedSourceResource = z.infer<typeof feedSourceResource>;
