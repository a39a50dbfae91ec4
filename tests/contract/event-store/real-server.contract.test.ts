import { randomUUID } from 'node:crypto';
import {
  ANY,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  type AppendExpectedRevision,
  type JSONEventData,
} from '@eventstore/db-client';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { afterAll, beforeAll, expect } from 'vitest';
import { all } from './events.ts';
import { describeContract, newStream } from './targets.ts';

/** What EventStoreDB 23.10.6 and 24.6.0 were seen to do beyond the common case, and another server must do too. */

const DELETED = 9_223_372_036_854_775_807n;

describeContract('what a real server does', (bench, it) => {
  let client: EventStoreDBClient;
  beforeAll(() => {
    if (bench.connectionString !== '') client = EventStoreDBClient.connectionString(bench.connectionString);
  });
  afterAll(() => client?.dispose());

  const some = (count: number): JSONEventData[] =>
    Array.from({ length: count }, (_, n) =>
      jsonEvent({ id: randomUUID(), type: 'thing-happened', data: { n } }),
    );
  const append = (stream: string, events: JSONEventData[], expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(stream, events, { expectedRevision });
  const revisionsOf = async (stream: string) =>
    (await all(client.readStream(stream))).map(({ event }) => Number(event?.revision));
  const wrongVersion = { type: 'wrong-expected-version' };
  const notFound = { type: 'stream-not-found' };

  /** Metadata as stored, also what the client's vocabulary cannot express. */
  const writeMetadata = async (stream: string, json: string): Promise<void> => {
    const [answer] = await batch(client, [partOf(`$$${stream}`, '$metadata', json)]);
    expect(answer?.hasSuccess()).toBe(true);
  };
  const metadataOf = async (stream: string) => (await all(client.readStream(`$$${stream}`))).at(-1)?.event;

  for (const expected of [ANY, STREAM_EXISTS] as const) {
    it(`takes what begins like an earlier append for another one, at ${expected}`, async () => {
      const stream = newStream();
      const [a, b, c] = some(3) as [JSONEventData, JSONEventData, JSONEventData];
      await append(stream, [a], NO_STREAM);
      await expect(append(stream, [a, b], expected)).rejects.toMatchObject(wrongVersion);
      await append(stream, [b], expected);
      await append(stream, [c], expected);
      expect(await revisionsOf(stream)).toEqual([0, 1, 2]);
    });

    it(`finds the ids of an append again wherever they stand in the stream, at ${expected}`, async () => {
      const stream = newStream();
      const [a, b, c] = some(3) as [JSONEventData, JSONEventData, JSONEventData];
      const positions = [];
      for (const event of [a, b, c]) positions.push((await append(stream, [event], ANY)).position);
      expect(await append(stream, [a, c], expected)).toMatchObject({ nextExpectedRevision: 2n });
      expect(await append(stream, [b, a], expected)).toMatchObject({ nextExpectedRevision: 0n });
      expect((await append(stream, [b, a], expected)).position).toEqual(positions[0]);
      expect(await append(stream, [b], expected)).toMatchObject({ nextExpectedRevision: 1n });
      expect(await revisionsOf(stream)).toEqual([0, 1, 2]);
    });
  }

  it('writes the ids of another stream again', async () => {
    const [first, second] = [newStream(), newStream()];
    const events = some(2);
    await append(first, events, ANY);
    await append(second, events, ANY);
    expect(await revisionsOf(second)).toEqual([0, 1]);
  });

  it('brings nothing back by a repetition after a deletion', async () => {
    const stream = newStream();
    const events = some(2);
    await append(stream, events, ANY);
    await client.deleteStream(stream);
    expect(await append(stream, events, ANY)).toMatchObject({ success: true });
    await expect(append(stream, events, STREAM_EXISTS)).rejects.toMatchObject({ type: 'stream-deleted' });
    expect(await append(stream, events, NO_STREAM)).toMatchObject({ success: true });
    await expect(all(client.readStream(stream))).rejects.toMatchObject(notFound);
    expect(await append(stream, some(1), ANY)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await revisionsOf(stream)).toEqual([2]);
  });

  it('shows nothing again by a repetition of what truncation hides', async () => {
    const stream = newStream();
    const [a, b, c] = some(3) as [JSONEventData, JSONEventData, JSONEventData];
    await append(stream, [a, b, c], NO_STREAM);
    await client.setStreamMetadata(stream, { truncateBefore: 2 });
    expect(await append(stream, [a, b], ANY)).toMatchObject({ nextExpectedRevision: 1n });
    expect(await append(stream, [a, b, c], NO_STREAM)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await revisionsOf(stream)).toEqual([2]);
  });

  it('takes a repeated no_stream that brought a stream back for a wrong version', async () => {
    const stream = newStream();
    await append(stream, some(2), NO_STREAM);
    await client.deleteStream(stream);
    const again = some(1);
    expect(await append(stream, again, NO_STREAM)).toMatchObject({ nextExpectedRevision: 2n });
    await expect(append(stream, again, NO_STREAM)).rejects.toMatchObject(wrongVersion);
    expect(await revisionsOf(stream)).toEqual([2]);
  });

  it('counts a stream that only has metadata as one that exists', async () => {
    const stream = newStream();
    await expect(append(stream, some(1), STREAM_EXISTS)).rejects.toMatchObject(wrongVersion);
    await client.setStreamMetadata(stream, { maxCount: 5 });
    expect(await append(stream, some(1), STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 0n });
  });

  it('replaces the metadata of a deleted stream, and keeps its events hidden whatever is written there later', async () => {
    const stream = newStream();
    await append(stream, some(3), NO_STREAM);
    await client.setStreamMetadata(stream, { maxCount: 2, owner: 'the house' });
    await client.deleteStream(stream);
    const data = (await metadataOf(stream))?.data;
    expect(Object.keys(Object(data))).toEqual(['$tb']);
    await client.setStreamMetadata(stream, { owner: 'another' });
    expect(await all(client.readStream(stream)).catch((error: unknown) => Object(error).type)).toEqual([]);
    expect(await append(stream, some(1), ANY)).toMatchObject({ nextExpectedRevision: 3n });
    expect(await revisionsOf(stream)).toEqual([3]);
  });

  it('keeps the other keys of the metadata with which a deleted stream is brought back', async () => {
    const stream = newStream();
    await append(stream, some(3), NO_STREAM);
    await writeMetadata(stream, `{"$tb":${DELETED},"owner":"the house"}`);
    await expect(all(client.readStream(stream))).rejects.toMatchObject(notFound);
    await append(stream, some(1), ANY);
    expect((await metadataOf(stream))?.data).toEqual({ $tb: 3, owner: 'the house' });
    expect(await revisionsOf(stream)).toEqual([3]);
  });

  it('ignores metadata of which any part is invalid', async () => {
    for (const json of [
      'no JSON',
      '[]',
      '{"$maxCount":2,"$maxAge":"a day"}',
      '{"$maxCount":"2","$tb":3}',
      '{"$maxCount":2.5,"$tb":3}',
      '{"$maxCount":null,"$tb":3}',
      '{"$maxAge":99999999999999999,"$tb":2}',
      '{"$tb":3,"$tmp":1}',
      '{"$tb":3,"$acl":{"another":[]}}',
      '{"$tb":3,"$acl":[]}',
      '{"$tb":3,"$acl":{"$r":7}}',
      '{"$tb":3,"$cacheControl":"x"}',
      '{"$tb":92233720368547758070}',
    ]) {
      const stream = newStream();
      await append(stream, some(4), NO_STREAM);
      await writeMetadata(stream, json);
      expect([json, await revisionsOf(stream)]).toEqual([json, [0, 1, 2, 3]]);
    }
  });

  it('leaves out of metadata only what is a number but not positive', async () => {
    for (const [json, kept] of [
      ['{"$maxCount":0,"$tb":3}', [3]],
      ['{"$maxCount":-1,"$tb":3}', [3]],
      ['{"$tb":-1,"$maxCount":1}', [3]],
      ['{"$maxAge":0,"$tb":2}', [2, 3]],
      ['{"$tb":3,"mine":{"$maxCount":"x"}}', [3]],
    ] as const) {
      const stream = newStream();
      await append(stream, some(4), NO_STREAM);
      await writeMetadata(stream, json);
      expect([json, await revisionsOf(stream)]).toEqual([json, kept]);
    }
  });

  it('takes names beyond 1,024 bytes and 1,048,576 bytes of data', async () => {
    const stream = newStream('n'.repeat(2_000));
    const data = { text: 'x'.repeat(1_048_576 - '{"text":""}'.length) };
    await append(stream, [jsonEvent({ id: randomUUID(), type: 'large', data })], NO_STREAM);
    const [read] = await all(client.readStream(stream));
    expect(JSON.stringify(read?.event?.data)).toHaveLength(1_048_576);
    const more = jsonEvent({ id: randomUUID(), type: 'large', data: { text: `${data.text}x` } });
    await expect(append(stream, [more], 0n)).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' });
  });

  it('counts metadata and types out of the most an append may have', async () => {
    const stream = newStream();
    const metadata = { text: 'x'.repeat(900_000) };
    const events = some(2).map((event) => ({ ...event, metadata }));
    expect(await append(stream, events, NO_STREAM)).toMatchObject({ nextExpectedRevision: 1n });
  });

  const readNone = (stream: string) => {
    const options = optionsOfRead();
    const ofStream = new streamsPb.ReadReq.Options.StreamOptions();
    const identifier = new sharedPb.StreamIdentifier();
    identifier.setStreamName(Buffer.from(stream));
    ofStream.setStreamIdentifier(identifier);
    ofStream.setStart(new sharedPb.Empty());
    options.setStream(ofStream);
    options.setNoFilter(new sharedPb.Empty());
    options.setCount('0');
    return ask(client, options);
  };

  it('refuses to read no events of a stream', async () => {
    await expect(readNone(newStream())).rejects.toMatchObject({ code: expect.any(Number) });
  });

  it('refuses a filter without a window', async () => {
    const filter = new streamsPb.ReadReq.Options.FilterOptions();
    const expression = new streamsPb.ReadReq.Options.FilterOptions.Expression();
    expression.addPrefix('a');
    filter.setStreamIdentifier(expression);
    filter.setCheckpointintervalmultiplier(1);
    const options = optionsOfRead();
    const ofAll = new streamsPb.ReadReq.Options.AllOptions();
    ofAll.setStart(new sharedPb.Empty());
    options.setAll(ofAll);
    options.setCount('5');
    options.setFilter(filter);
    await expect(ask(client, options)).rejects.toMatchObject({ code: 3 });
    filter.setMax(32);
    await expect(ask(client, options)).resolves.toBeInstanceOf(Array);
  });

  it('ignores a part of a batch that was never begun, and carries out the others', async () => {
    const stray = partOf(newStream(), 'stray', '{}');
    stray.clearOptions();
    const answers = await batch(client, [stray, partOf(newStream(), 'thing-happened', '{}')]);
    expect(answers.map((answer) => answer.hasSuccess())).toEqual([true]);
  });
});

function optionsOfRead(): streamsPb.ReadReq.Options {
  const uuids = new streamsPb.ReadReq.Options.UUIDOption();
  uuids.setString(new sharedPb.Empty());
  const options = new streamsPb.ReadReq.Options();
  options.setUuidOption(uuids);
  return options;
}

/** Asks what the client would not, over its connection. */
async function ask(client: EventStoreDBClient, options: streamsPb.ReadReq.Options): Promise<unknown[]> {
  const question = new streamsPb.ReadReq();
  question.setOptions(options);
  return all(await openRead.call(client, question));
}

function openRead(this: EventStoreDBClient, question: streamsPb.ReadReq) {
  return this.GRPCStreamCreator(StreamsClient, 'ask', (streams) =>
    streams.read(question, ...this.callArguments({})),
  )();
}

/** One event as the whole of a batch append, at any revision. */
function partOf(stream: string, type: string, json: string): streamsPb.BatchAppendReq {
  const options = new streamsPb.BatchAppendReq.Options();
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  options.setStreamIdentifier(identifier);
  options.setAny(new emptyPb.Empty());
  const event = new streamsPb.BatchAppendReq.ProposedMessage();
  event.setId(newId());
  event.getMetadataMap().set('type', type).set('content-type', 'application/json');
  event.setData(Buffer.from(json));
  const part = new streamsPb.BatchAppendReq();
  part.setCorrelationId(newId());
  part.setOptions(options);
  part.addProposedMessages(event);
  part.setIsFinal(true);
  return part;
}

function newId(): sharedPb.UUID {
  const id = new sharedPb.UUID();
  id.setString(randomUUID());
  return id;
}

/** Sends the parts on a call of their own, and gives the answers until the last part has its. */
async function batch(
  client: EventStoreDBClient,
  parts: readonly streamsPb.BatchAppendReq[],
): Promise<streamsPb.BatchAppendResp[]> {
  const call = await openBatch.call(client);
  const answers: streamsPb.BatchAppendResp[] = [];
  const last = String(parts.at(-1)?.getCorrelationId());
  const answered = new Promise<void>((resolve, reject) => {
    call.on('error', reject);
    call.on('data', (answer: streamsPb.BatchAppendResp) => {
      answers.push(answer);
      if (String(answer.getCorrelationId()) === last) resolve();
    });
  });
  for (const part of parts) call.write(part);
  await answered;
  call.cancel();
  return answers;
}

function openBatch(this: EventStoreDBClient) {
  return this.GRPCStreamCreator(StreamsClient, 'append', (streams) =>
    streams.batchAppend(...this.callArguments({}, { deadline: Infinity })),
  )();
}
