import { isUtf8 } from 'node:buffer';

/** An event as the store holds it; positions and revisions stay below 2^53, so plain numbers hold them. */
export type StoredEvent = {
  /** Place in $all, from 1, without gaps. */
  readonly position: number;
  readonly stream: string;
  /** Place in its stream, from 0; TOMBSTONE_REVISION for the event that closes a stream. */
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** Milliseconds since 1970, the store's clock. */
  readonly storedAt: number;
};

/** An event that a client asks to append. */
export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/**
 * Stands for the revision 2^63 − 1 that a tombstone has on the wire and in the database: no stream comes
 * near it, and unlike that number a double holds it exactly.
 */
export const TOMBSTONE_REVISION = Number.MAX_SAFE_INTEGER;
export const TOMBSTONE_REVISION_STORED = '9223372036854775807';

export const TOMBSTONE_TYPE = '$streamDeleted';
export const METADATA_TYPE = '$metadata';
export const LINK_TYPE = '$>';

/** The stream that holds a stream's metadata. */
export function metastreamOf(stream: string): string {
  return `$$${stream}`;
}

export function isMetastream(stream: string): boolean {
  return stream.startsWith('$$');
}

/** Streams of the store itself, `$all` among them. */
export function isSystemStream(stream: string): boolean {
  return stream.startsWith('$');
}

/** The stream that a metadata stream describes. */
export function originalOf(metastream: string): string {
  return metastream.slice(2);
}

/** True when the bytes can be kept as Postgres text, which is UTF-8 without NUL. */
export function isText(bytes: Uint8Array): boolean {
  return isUtf8(bytes) && !bytes.includes(0);
}

export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
