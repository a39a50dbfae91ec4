import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOMBSTONE_REVISION } from './stored-event.ts';
import type { StoredEvent } from './stored-event.ts';
import * as wire from './wire.ts';

const decode = (bytes: Uint8Array) => streamsPb.ReadResp.deserializeBinary(bytes);

const storedEvents: fc.Arbitrary<StoredEvent> = fc.record({
  position: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  stream: fc.string({ minLength: 1, unit: 'grapheme' }),
  revision: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 }),
  id: fc.uuid(),
  type: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
  isJson: fc.boolean(),
  data: fc.uint8Array({ maxLength: 300 }),
  metadata: fc.uint8Array({ maxLength: 300 }),
  storedAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
});

describe('encoding by hand', () => {
  it('is read by the generated code as what was encoded', () => {
    fc.assert(
      fc.property(storedEvents, (event) => {
        const read = decode(wire.encodeEvent(event)).getEvent();
        const record = read?.getEvent();
        expect(read?.getCommitPosition()).toBe(String(event.position));
        expect(record?.getId()?.getString()).toBe(event.id);
        expect(Buffer.from(record?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
          event.stream,
        );
        expect(record?.getStreamRevision()).toBe(String(event.revision));
        expect(record?.getCommitPosition()).toBe(String(event.position));
        expect(record?.getPreparePosition()).toBe(String(event.position));
        expect(record?.getMetadataMap().get('type')).toBe(event.type);
        expect(record?.getMetadataMap().get('created')).toBe(`${event.storedAt}0000`);
        expect(record?.getMetadataMap().get('content-type')).toBe(
          event.isJson ? 'application/json' : 'application/octet-stream',
        );
        expect(record?.getData_asU8()).toEqual(event.data);
        expect(record?.getCustomMetadata_asU8()).toEqual(event.metadata);
      }),
    );
  });

  const event: StoredEvent = {
    position: 7,
    stream: 's',
    revision: 3,
    id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    type: 't',
    isJson: true,
    data: Buffer.from('{}'),
    metadata: Buffer.alloc(0),
    storedAt: 1,
  };

  it('writes ids as two numbers for clients that ask for them', () => {
    const id = decode(wire.encodeEvent(event, undefined, 'structured'))
      .getEvent()
      ?.getEvent()
      ?.getId()
      ?.getStructured();
    expect(BigInt.asUintN(64, BigInt(id?.getMostSignificantBits() ?? 0))).toBe(0xf81d4fae7dec11d0n);
    expect(BigInt.asUintN(64, BigInt(id?.getLeastSignificantBits() ?? 0))).toBe(0xa76500a0c91e6bf6n);
  });

  it('writes the greatest revision for a tombstone', () => {
    const record = decode(wire.encodeEvent({ ...event, revision: TOMBSTONE_REVISION }))
      .getEvent()
      ?.getEvent();
    expect(record?.getStreamRevision()).toBe('9223372036854775807');
    expect(record?.getCommitPosition()).toBe('7');
  });

  it('carries the link beside its target, or alone', () => {
    const both = decode(wire.encodeEvent(event, { ...event, stream: 'link', position: 9 })).getEvent();
    expect(both?.getLink()?.getCommitPosition()).toBe('9');
    const alone = decode(wire.encodeBrokenLink(event)).getEvent();
    expect([alone?.hasEvent(), alone?.hasLink()]).toEqual([false, true]);
  });

  it('writes the other answers', () => {
    expect(decode(wire.encodeConfirmation('abc')).getConfirmation()?.getSubscriptionId()).toBe('abc');
    expect(decode(wire.encodeCheckpoint(300)).getCheckpoint()?.getCommitPosition()).toBe('300');
    const missing = decode(wire.encodeStreamNotFound('né')).getStreamNotFound()?.getStreamIdentifier();
    expect(Buffer.from(missing?.getStreamName_asU8() ?? []).toString()).toBe('né');
    expect(decode(wire.encodeCaughtUp()).hasCaughtUp()).toBe(true);
    expect(decode(wire.encodeFellBehind()).hasFellBehind()).toBe(true);
  });
});
