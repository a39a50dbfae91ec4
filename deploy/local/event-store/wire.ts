/**
 * Writes the answers of Streams.Read as protobuf by hand: the generated code makes several objects and
 * copies per event, and reading the log is mostly this. The field numbers are those of streams.proto.
 */
import { bufferOf, TOMBSTONE_REVISION } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';

const UUID_TEXT_BYTES = 36;
const EMPTY = Buffer.alloc(0);

export type UuidForm = 'text' | 'structured';

/** ReadResp with an event (and, when the event was reached through one, its link). */
export function encodeEvent(event: StoredEvent, link?: StoredEvent, uuids: UuidForm = 'text'): Buffer {
  return inResponse(
    1,
    encodeReadEvent(encodeRecord(event, uuids), link && encodeRecord(link, uuids), event.position),
  );
}

/** ReadResp with a link whose target is gone. */
export function encodeBrokenLink(link: StoredEvent, uuids: UuidForm = 'text'): Buffer {
  return inResponse(1, encodeReadEvent(undefined, encodeRecord(link, uuids), link.position));
}

export function encodeConfirmation(subscriptionId: string): Buffer {
  return inResponse(2, lengthDelimited(1, Buffer.from(subscriptionId)));
}

export function encodeCheckpoint(position: number): Buffer {
  return inResponse(3, Buffer.concat([varintField(1, position), varintField(2, position)]));
}

export function encodeStreamNotFound(stream: string): Buffer {
  return inResponse(4, lengthDelimited(1, lengthDelimited(3, Buffer.from(stream))));
}

export function encodeCaughtUp(): Buffer {
  return inResponse(8, EMPTY);
}

export function encodeFellBehind(): Buffer {
  return inResponse(9, EMPTY);
}

const inResponse = lengthDelimited;

function encodeReadEvent(event: Buffer | undefined, link: Buffer | undefined, position: number): Buffer {
  const parts: Buffer[] = [];
  if (event !== undefined) parts.push(lengthDelimited(1, event));
  if (link !== undefined) parts.push(lengthDelimited(2, link));
  parts.push(varintField(3, position));
  return parts.length === 1 ? (parts[0] ?? EMPTY) : Buffer.concat(parts);
}

function encodeRecord(event: StoredEvent, uuids: UuidForm): Buffer {
  const kind = kindFields(event.type, event.isJson);
  const created = `${event.storedAt}0000`;
  const nameBytes = Buffer.byteLength(event.stream);
  const identifierBytes = 1 + varintBytes(nameBytes) + nameBytes;
  const createdBytes = 9 + 2 + created.length;
  const structured = uuids === 'structured' ? encodeStructuredUuid(event.id) : undefined;
  const idBytes = structured?.length ?? 2 + UUID_TEXT_BYTES;
  const revisionBytes = event.revision === TOMBSTONE_REVISION ? 9 : varintBytes(event.revision);
  const size =
    2 +
    idBytes +
    1 +
    varintBytes(identifierBytes) +
    identifierBytes +
    1 +
    revisionBytes +
    2 * (1 + varintBytes(event.position)) +
    kind.length +
    2 +
    createdBytes +
    1 +
    varintBytes(event.metadata.length) +
    event.metadata.length +
    1 +
    varintBytes(event.data.length) +
    event.data.length;

  const out = Buffer.allocUnsafe(size);
  let at = 0;
  out[at++] = 0x0a;
  out[at++] = idBytes;
  if (structured === undefined) {
    out[at++] = 0x12;
    out[at++] = UUID_TEXT_BYTES;
    at += out.write(event.id, at, 'latin1');
  } else {
    at += structured.copy(out, at);
  }
  out[at++] = 0x12;
  at = putVarint(out, at, identifierBytes);
  out[at++] = 0x1a;
  at = putVarint(out, at, nameBytes);
  at += out.write(event.stream, at, 'utf8');
  out[at++] = 0x18;
  at =
    event.revision === TOMBSTONE_REVISION
      ? putTombstoneRevision(out, at)
      : putVarint(out, at, event.revision);
  out[at++] = 0x20;
  at = putVarint(out, at, event.position);
  out[at++] = 0x28;
  at = putVarint(out, at, event.position);
  at += kind.copy(out, at);
  out[at++] = 0x32;
  out[at++] = createdBytes;
  out[at++] = 0x0a;
  out[at++] = 7;
  at += out.write('created', at, 'latin1');
  out[at++] = 0x12;
  out[at++] = created.length;
  at += out.write(created, at, 'latin1');
  out[at++] = 0x3a;
  at = putVarint(out, at, event.metadata.length);
  out.set(event.metadata, at);
  at += event.metadata.length;
  out[at++] = 0x42;
  at = putVarint(out, at, event.data.length);
  out.set(event.data, at);
  return out;
}

const kinds = new Map<string, Buffer>();
const MOST_KINDS = 10_000;

/** The metadata fields `type` and `content-type`; few combinations exist, so they are kept. */
function kindFields(type: string, isJson: boolean): Buffer {
  const key = isJson ? `j${type}` : `b${type}`;
  const known = kinds.get(key);
  if (known !== undefined) return known;
  const made = Buffer.concat([
    mapEntry('type', type),
    mapEntry('content-type', isJson ? 'application/json' : 'application/octet-stream'),
  ]);
  if (kinds.size >= MOST_KINDS) kinds.clear();
  kinds.set(key, made);
  return made;
}

function mapEntry(key: string, value: string): Buffer {
  return lengthDelimited(
    6,
    Buffer.concat([lengthDelimited(1, Buffer.from(key)), lengthDelimited(2, Buffer.from(value))]),
  );
}

function encodeStructuredUuid(id: string): Buffer {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return lengthDelimited(
    1,
    Buffer.concat([bigVarintField(1, bytes.readBigUInt64BE(0)), bigVarintField(2, bytes.readBigUInt64BE(8))]),
  );
}

function lengthDelimited(field: number, content: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(1 + varintBytes(content.length) + content.length);
  out[0] = (field << 3) | 2;
  out.set(content, putVarint(out, 1, content.length));
  return bufferOf(out);
}

function varintField(field: number, value: number): Buffer {
  const out = Buffer.allocUnsafe(1 + varintBytes(value));
  out[0] = field << 3;
  putVarint(out, 1, value);
  return out;
}

function bigVarintField(field: number, value: bigint): Buffer {
  const bytes = [field << 3];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}

function putVarint(out: Buffer, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest >= 0x80) {
    // Bit operations see 32 bits only; `%` works on all 53.
    out[at++] = (rest % 0x80) | 0x80;
    rest = Math.floor(rest / 0x80);
  }
  out[at++] = rest;
  return at;
}

function putTombstoneRevision(out: Buffer, start: number): number {
  out.fill(0xff, start, start + 8);
  out[start + 8] = 0x7f;
  return start + 9;
}
