import { describe, expect, it } from 'vitest';
import { decideAppend, decideDelete } from './expected-revision.ts';
import type { AppendQuestion, ExpectedRevision } from './expected-revision.ts';
import { NO_METADATA, parseMetadata } from './retention.ts';
import type { StreamState } from './stream-state.ts';

/** A stream whose event at revision n has the id `e{n}`, at position 100 + n. */
function streamAt(revision: number, metadata = NO_METADATA): StreamState {
  return { revision, tombstoned: false, metadata, metadataRevision: -1 };
}

const deletedMetadata = parseMetadata('{"$tb":9223372036854775807}');

function append(
  expected: ExpectedRevision,
  eventIds: string[],
  state: StreamState,
  more: Partial<AppendQuestion> = {},
) {
  return decideAppend({
    stream: 's',
    expected,
    eventIds,
    state,
    eventsAt: (from, count) =>
      Promise.resolve(
        new Map(
          Array.from({ length: count }, (_, index) => from + index)
            .filter((at) => at <= state.revision)
            .map((at) => [at, { id: `e${at}`, position: 100 + at }]),
        ),
      ),
    lately: () => undefined,
    ...more,
  });
}

const wrong = (current: number) => ({ kind: 'wrong-expected-revision', current });
const written = (revision: number) => ({ kind: 'already-written', revision, position: 100 + revision });
const write = (firstRevision: number) => ({ kind: 'write', firstRevision });

describe('an append', () => {
  it('at the exact revision is written behind it', async () => {
    expect(await append(4, ['new'], streamAt(4))).toEqual(write(5));
    expect(await append('no_stream', ['new'], streamAt(-1))).toEqual(write(0));
  });

  it('at another revision is wrong', async () => {
    expect(await append(5, ['new'], streamAt(4))).toEqual(wrong(4));
    expect(await append(3, ['new'], streamAt(4))).toEqual(wrong(4));
    expect(await append(0, ['new'], streamAt(-1))).toEqual(wrong(-1));
    expect(await append('no_stream', ['new'], streamAt(0))).toEqual(wrong(0));
    expect(await append('stream_exists', ['new'], streamAt(-1))).toEqual(wrong(-1));
  });

  it('that is repeated with the same ids is answered as it was', async () => {
    expect(await append(2, ['e3', 'e4'], streamAt(4))).toEqual(written(4));
    expect(await append(2, ['e3'], streamAt(9))).toEqual(written(3));
    expect(await append('no_stream', ['e0', 'e1'], streamAt(4))).toEqual(written(1));
  });

  it('that only begins like an earlier one is wrong', async () => {
    expect(await append(2, ['e3', 'other'], streamAt(4))).toEqual(wrong(4));
    expect(await append(3, ['e4', 'more'], streamAt(4))).toEqual(wrong(4));
  });

  it('that expects no revision is recognised while its ids are remembered', async () => {
    const lately = (id: string) => (id === 'e4' ? { stream: 's', revision: 4, position: 104 } : undefined);
    expect(await append('any', ['e4'], streamAt(4), { lately })).toEqual(written(4));
    expect(await append('any', ['e4'], streamAt(4))).toEqual(write(5));
    expect(await append('any', ['e4', 'new'], streamAt(4), { lately })).toEqual(wrong(4));
    expect(await append('stream_exists', ['e4', 'new'], streamAt(4), { lately })).toEqual(wrong(4));
    const elsewhere = () => ({ stream: 'other', revision: 4, position: 104 });
    expect(await append('any', ['e4'], streamAt(4), { lately: elsewhere })).toEqual(write(5));
  });

  it('is recognised at any revision in whatever order its ids stand, at the place of the last', async () => {
    const lately = (id: string) => {
      const revision = Number(id.slice(1));
      return { stream: 's', revision, position: 100 + revision };
    };
    expect(await append('any', ['e1', 'e4'], streamAt(4), { lately })).toEqual(written(4));
    expect(await append('any', ['e4', 'e1'], streamAt(4), { lately })).toEqual(written(1));
    expect(await append('any', ['e1'], streamAt(4, deletedMetadata), { lately })).toEqual(written(1));
  });

  it('finds a stream that only has metadata to exist, and a deleted one to be deleted', async () => {
    const metadataOnly = { ...streamAt(-1), metadataRevision: 0 };
    expect(await append('stream_exists', ['new'], metadataOnly)).toEqual(write(0));
    expect(await append('stream_exists', ['new'], streamAt(4, deletedMetadata))).toEqual({
      kind: 'stream-deleted',
    });
  });

  it('brings a deleted stream back, and counts on', async () => {
    expect(await append('no_stream', ['new'], streamAt(4, deletedMetadata))).toEqual(write(5));
    expect(await append('any', ['new'], streamAt(4, deletedMetadata))).toEqual(write(5));
    expect(await append(4, ['new'], streamAt(4, deletedMetadata))).toEqual(write(5));
  });

  it('that brought a stream back and is repeated is wrong, for the stream begins with other events', async () => {
    const broughtBack = streamAt(6, parseMetadata('{"$tb":5}'));
    expect(await append('no_stream', ['e5'], broughtBack)).toEqual(wrong(6));
  });

  it('that is repeated after a deletion is answered as it was, and brings nothing back', async () => {
    expect(await append('no_stream', ['e0', 'e1'], streamAt(4, deletedMetadata))).toEqual(written(1));
    expect(await append(3, ['e4'], streamAt(4, deletedMetadata))).toEqual(written(4));
  });

  it('to a tombstoned stream is refused, whatever it expects', async () => {
    for (const expected of ['any', 'no_stream', 'stream_exists', 4] as const) {
      expect(await append(expected, ['new'], { ...streamAt(4), tombstoned: true })).toEqual({
        kind: 'stream-deleted',
      });
    }
  });
});

describe('a deletion', () => {
  it('needs the exact revision, or a stream to be there', () => {
    expect(decideDelete(4, streamAt(4), 'delete')).toBeUndefined();
    expect(decideDelete(3, streamAt(4), 'delete')).toEqual(wrong(4));
    expect(decideDelete('any', streamAt(4), 'delete')).toBeUndefined();
    expect(decideDelete('no_stream', streamAt(4), 'delete')).toEqual(wrong(4));
    expect(decideDelete('no_stream', streamAt(-1), 'delete')).toEqual(wrong(-1));
  });

  it('takes a stream that only has metadata for one that is there', () => {
    expect(decideDelete('no_stream', { ...streamAt(-1), metadataRevision: 0 }, 'delete')).toBeUndefined();
  });

  it('may tombstone a name before its first use', () => {
    expect(decideDelete('no_stream', streamAt(-1), 'tombstone')).toBeUndefined();
    expect(decideDelete('any', { ...streamAt(4), tombstoned: true }, 'tombstone')).toEqual({
      kind: 'stream-deleted',
    });
  });
});
