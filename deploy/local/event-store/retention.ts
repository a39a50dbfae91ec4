import { z } from 'zod';
import { TOMBSTONE_REVISION } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';

export type Right = '$r' | '$w' | '$d' | '$mr' | '$mw';

/** What a stream's metadata says: how much of it is still read, and by whom it may be used. */
export type StreamMetadata = {
  readonly maxAgeSeconds?: number;
  readonly maxCount?: number;
  /** First revision that is kept; TOMBSTONE_REVISION when the stream was deleted (and may be written again). */
  readonly truncateBefore?: number;
  readonly acl?: Readonly<Partial<Record<Right, readonly string[] | undefined>>>;
  /** The JSON object as it was written, for keys that are not ours. */
  readonly written: Readonly<Record<string, unknown>>;
};

/** A whole number of 64 bits; as a double the greatest is rounded up. */
const long = z
  .number()
  .refine(Number.isInteger)
  .refine((value) => Math.abs(value) <= 2 ** 63);
/** The longest time span that a real server can hold, in seconds. */
const seconds = long.max(922_337_203_685);
const roles = z.union([z.array(z.string()), z.string().transform((role) => [role])]);

const metadataSchema = z.looseObject({
  $maxAge: seconds.optional(),
  $maxCount: long.optional(),
  $tb: long.optional(),
  $tmp: z.boolean().optional(),
  $cacheControl: seconds.optional(),
  $acl: z
    .strictObject({
      $r: roles.optional(),
      $w: roles.optional(),
      $d: roles.optional(),
      $mr: roles.optional(),
      $mw: roles.optional(),
    })
    .optional(),
});

export const NO_METADATA: StreamMetadata = { written: {} };

/** A metadata stream keeps only its newest event. */
export const METASTREAM_METADATA: StreamMetadata = { maxCount: 1, written: {} };

/** What a soft deletion leaves as metadata: nothing is read, and the name may be used again. */
export const DELETED_METADATA = '{"$tb":9223372036854775807}';

/**
 * Reads a metadata event. As a whole it counts as not set when it is no JSON object or one of its keys is not of its
 * form; a number that is not positive counts as not given.
 */
export function parseMetadata(json: string): StreamMetadata {
  const parsed = metadataSchema.safeParse(parseJson(json));
  if (!parsed.success) return NO_METADATA;
  const { $maxAge, $maxCount, $tb, $acl } = parsed.data;
  return {
    ...($maxAge === undefined || $maxAge <= 0 ? {} : { maxAgeSeconds: $maxAge }),
    ...($maxCount === undefined || $maxCount <= 0 ? {} : { maxCount: $maxCount }),
    ...($tb === undefined || $tb <= 0 ? {} : { truncateBefore: Math.min($tb, TOMBSTONE_REVISION) }),
    ...($acl === undefined ? {} : { acl: $acl }),
    written: parsed.data,
  };
}

/** The metadata with which a deleted stream is used again: as they were, but for the first revision that is kept. */
export function withTruncateBefore(metadata: StreamMetadata, firstRevision: number): string {
  return JSON.stringify({ ...metadata.written, $tb: firstRevision });
}

export function isSoftDeleted(metadata: StreamMetadata): boolean {
  return metadata.truncateBefore === TOMBSTONE_REVISION;
}

/** The first revision that retention by count and truncation leaves. */
export function firstKept(metadata: StreamMetadata, lastRevision: number): number {
  const byCount = metadata.maxCount === undefined ? 0 : lastRevision - metadata.maxCount + 1;
  return Math.max(0, byCount, metadata.truncateBefore ?? 0);
}

export function isExpired(metadata: StreamMetadata, event: StoredEvent, now: number): boolean {
  return metadata.maxAgeSeconds !== undefined && event.storedAt < now - metadata.maxAgeSeconds * 1000;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
