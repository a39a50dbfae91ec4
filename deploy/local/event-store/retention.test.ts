import { describe, expect, it } from 'vitest';
import {
  DELETED_METADATA,
  firstKept,
  isExpired,
  isSoftDeleted,
  NO_METADATA,
  parseMetadata,
  withTruncateBefore,
} from './retention.ts';
import type { StoredEvent } from './stored-event.ts';

const stored = (storedAt: number): StoredEvent => ({
  position: 1,
  stream: 's',
  revision: 0,
  id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  type: 't',
  isJson: true,
  data: new Uint8Array(),
  metadata: new Uint8Array(),
  storedAt,
});

describe('retention', () => {
  it('keeps the newest maxCount events, and none before truncateBefore', () => {
    expect(firstKept(parseMetadata('{"$maxCount":3}'), 9)).toBe(7);
    expect(firstKept(parseMetadata('{"$maxCount":30}'), 9)).toBe(0);
    expect(firstKept(parseMetadata('{"$tb":8,"$maxCount":3}'), 9)).toBe(8);
  });

  it('lets events expire after maxAge seconds', () => {
    const metadata = parseMetadata('{"$maxAge":10}');
    expect(isExpired(metadata, stored(1_000), 11_000)).toBe(false);
    expect(isExpired(metadata, stored(1_000), 11_001)).toBe(true);
  });

  it('reads metadata of which a part is invalid as none', () => {
    for (const json of [
      '{"$maxCount":3,"$tb":"3"}',
      '{"$maxCount":3,"$acl":[]}',
      '{"$maxCount":3,"$tb":1.5}',
    ]) {
      expect(parseMetadata(json)).toBe(NO_METADATA);
    }
  });

  it('reads what is no metadata as none', () => {
    for (const json of ['', 'no', '[]', '7', '{"$maxCount":"3"}', '{"$maxCount":0}', '{"$tb":-1}']) {
      expect(firstKept(parseMetadata(json), 9)).toBe(0);
    }
  });
});

describe('deleting and bringing back', () => {
  it('marks a deleted stream by a first revision that none has', () => {
    expect(isSoftDeleted(parseMetadata(DELETED_METADATA))).toBe(true);
    expect(isSoftDeleted(parseMetadata('{"$tb":5}'))).toBe(false);
  });

  it('begins a stream that is brought back at its next revision, and keeps the other keys', () => {
    const deleted = parseMetadata('{"$tb":9223372036854775807,"$maxCount":2,"colour":"\\"$tb\\":0}"}');
    expect(JSON.parse(withTruncateBefore(deleted, 5))).toEqual({ $tb: 5, $maxCount: 2, colour: '"$tb":0}' });
  });
});
