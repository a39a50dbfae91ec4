import { TOMBSTONE_REVISION } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';

/** What a stream's metadata says: how much of it is still read, and by whom it may be used. */
export type StreamMetadata = {
  readonly maxAgeSeconds?: number;
  readonly maxCount?: number;
  /** First revision that is kept; TOMBSTONE_REVISION when the stream was deleted (and may be written again). */
  readonly truncateBefore?: number;
  readonly acl?: Readonly<Record<string, readonly string[]>>;
  /** The JSON object as it was written, for keys that are not ours. */
  readonly written: Readonly<Record<string, unknown>>;
};

export const NO_METADATA: StreamMetadata = { written: {} };

/** A metadata stream keeps only its newest event. */
export const METASTREAM_METADATA: StreamMetadata = { maxCount: 1, written: {} };

/** Reads a metadata event; what is not a JSON object, or not of a key's form, counts as not set. */
export function parseMetadata(json: string): StreamMetadata {
  const written = parseObject(json);
  const maxAgeSeconds = positive(written['$maxAge']);
  const maxCount = positive(written['$maxCount']);
  const truncateBefore = positive(written['$tb']);
  const acl = parseAcl(written['$acl']);
  return {
    ...(maxAgeSeconds === undefined ? {} : { maxAgeSeconds }),
    ...(maxCount === undefined ? {} : { maxCount }),
    ...(truncateBefore === undefined ? {} : { truncateBefore: Math.min(truncateBefore, TOMBSTONE_REVISION) }),
    ...(acl === undefined ? {} : { acl }),
    written,
  };
}

/** The metadata as JSON with another first revision; `undefined` means deleted. */
export function withTruncateBefore(metadata: StreamMetadata, firstRevision: number | undefined): string {
  const { $tb: _, ...others } = metadata.written;
  // 2^63 − 1, the mark of a deleted stream, is more than JSON.stringify can write.
  const json = JSON.stringify({ ...others, $tb: firstRevision ?? 0 });
  return firstRevision === undefined ? json.replace(/"\$tb":0}$/, '"$tb":9223372036854775807}') : json;
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

function parseObject(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json);
    return isObject(parsed) ? parsed : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}

function parseAcl(value: unknown): Record<string, readonly string[]> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).map(([key, roles]): [string, readonly string[]] => [
    key,
    (Array.isArray(roles) ? roles : [roles]).filter((role): role is string => typeof role === 'string'),
  ]);
  return Object.fromEntries(entries);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
