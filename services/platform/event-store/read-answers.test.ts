import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventAt } from './index.ts';
import { decodeReadAnswer } from './read-answers.ts';
import { answerWith, type Written } from './testing/read-answer.ts';

const { ReadResp } = streamsPb;

const event: Written = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  stream: 'stone-R-10442',
  revision: 3n,
  position: 900n,
  metadata: { type: 'StoneListed', 'content-type': 'application/json', created: '17000000000001234' },
  data: '{"weight":1013}',
  customMetadata: '{"actor":"feed"}',
};

/** The answer as the generated code writes it. */
const encoded = (written: Written): Buffer => Buffer.from(answerWith(written).serializeBinary());

const unsigned = fc.oneof(
  fc.constantFrom(0n, 127n, 128n, 2n ** 32n, 2n ** 49n - 1n, 2n ** 49n, 2n ** 53n, 2n ** 63n - 1n),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 2n }),
);

test('every event that the generated code writes is read', () => {
  fc.assert(
    fc.property(
      fc.record({
        id: fc.uuid(),
        stream: fc.string({ unit: 'binary', minLength: 1 }),
        revision: unsigned,
        position: unsigned,
        type: fc.string({ unit: 'binary' }),
        storedAt: fc.nat(2_000_000_000_000),
        data: fc.jsonValue({ maxDepth: 3 }),
        metadata: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      }),
      ({ id, stream, revision, position, type, storedAt, data, metadata }) => {
        const created = `${storedAt}9999`;
        const answer = decodeReadAnswer(
          encoded({
            id,
            stream,
            revision,
            position,
            metadata: { created, 'content-type': 'application/json', type },
            data: JSON.stringify(data),
            customMetadata: JSON.stringify(metadata),
          }),
        );
        expect(answer).toMatchObject({ checkpoint: undefined, isCaughtUp: false });
        expect(eventAt(answer.event!, position)).toEqual({
          id,
          stream,
          revision,
          type,
          position,
          storedAt: new Date(storedAt),
          data: JSON.parse(JSON.stringify(data)) as unknown,
          metadata: JSON.parse(JSON.stringify(metadata)) as unknown,
        });
        expect(answer.event!.position).toBe(position);
      },
    ),
    { numRuns: 40 },
  );
});

test('data that is no JSON is bytes, what only claims to be JSON is text, and metadata that are no object are none', () => {
  const binary = { type: 'a', 'content-type': 'application/octet-stream', created: '0' };
  const bytes = decodeReadAnswer(encoded({ ...event, metadata: binary })).event!;
  expect(bytes.data).toEqual(new Uint8Array(Buffer.from(event.data)));
  expect(decodeReadAnswer(encoded({ ...event, data: '{"a":' })).event!.data).toBe('{"a":');
  for (const customMetadata of ['', '[1]', 'null', '{"a":'])
    expect(decodeReadAnswer(encoded({ ...event, customMetadata })).event!.metadata).toEqual({});
});

test('data is parsed once', () => {
  const read = decodeReadAnswer(encoded(event)).event!;
  expect(read.data).toBe(read.data);
  expect(read.metadata).toBe(read.metadata);
});

test('a place that the server does not know is 0', () => {
  expect(decodeReadAnswer(encoded({ ...event, position: 2n ** 64n - 1n })).event!.position).toBe(0n);
});

test('a checkpoint, being caught up, and what says nothing of the log', () => {
  const checkpoint = new ReadResp.Checkpoint();
  checkpoint.setCommitPosition((2n ** 64n - 1n).toString());
  checkpoint.setPreparePosition('5');
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId('0f8fad5b');
  const link = new ReadResp.ReadEvent();
  link.setLink(new ReadResp.ReadEvent.RecordedEvent());
  const answers: [(answer: streamsPb.ReadResp) => void, object][] = [
    [(answer) => answer.setCheckpoint(checkpoint), { checkpoint: 2n ** 64n - 1n }],
    [(answer) => answer.setCaughtUp(new ReadResp.CaughtUp()), { isCaughtUp: true }],
    [(answer) => answer.setFellBehind(new ReadResp.FellBehind()), {}],
    [(answer) => answer.setConfirmation(confirmation), {}],
    [(answer) => answer.setStreamNotFound(new ReadResp.StreamNotFound()), {}],
    [(answer) => answer.setLastStreamPosition('7'), {}],
    [(answer) => answer.setEvent(link), {}],
  ];
  for (const [set, expected] of answers) {
    const answer = new ReadResp();
    set(answer);
    expect(decodeReadAnswer(Buffer.from(answer.serializeBinary()))).toEqual({
      event: undefined,
      checkpoint: undefined,
      isCaughtUp: false,
      ...expected,
    });
  }
});

test('bytes that break off are refused', () => {
  const whole = encoded(event);
  for (let length = 1; length < whole.length; length += 1)
    expect(() => decodeReadAnswer(whole.subarray(0, length))).toThrow(RangeError);
});
