import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type statusPb from '@eventstore/db-client/generated/status_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import {
  AppendTooLarge,
  EventStoreRefused,
  EventStoreTimeout,
  EventStoreUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
} from './errors.ts';
import type { Appended, ExpectedRevision, NewEvent } from './event-store.ts';

/** Larger appends are sent in several messages. */
const MESSAGE_BYTES = 1024 * 1024;

/** The BatchAppend messages of one append. Throws TypeError for data that is no JSON. */
export function messagesOf(
  correlationId: string,
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): streamsPb.BatchAppendReq[] {
  const id = uuid(correlationId);
  const first = new streamsPb.BatchAppendReq();
  first.setOptions(optionsOf(stream, expected));
  const messages = [first];
  let message = first;
  let bytes = 0;
  for (const event of events) {
    const data = jsonBytes(event.data);
    const metadata = jsonBytes(event.metadata);
    if (bytes > 0 && bytes + data.length + metadata.length > MESSAGE_BYTES) {
      message = new streamsPb.BatchAppendReq();
      messages.push(message);
      bytes = 0;
    }
    bytes += data.length + metadata.length;
    const proposed = new streamsPb.BatchAppendReq.ProposedMessage();
    proposed.setId(uuid(event.id));
    proposed.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
    proposed.setData(data);
    proposed.setCustomMetadata(metadata);
    message.addProposedMessages(proposed);
  }
  for (const each of messages) each.setCorrelationId(id);
  message.setIsFinal(true);
  return messages;
}

/** The correlation id of an answer. */
export function correlationIdOf(answer: streamsPb.BatchAppendResp): string {
  const id = answer.getCorrelationId();
  const structured = id?.getStructured();
  if (structured === undefined) return id?.getString() ?? '';
  return [structured.getMostSignificantBits(), structured.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The outcome of an append by its answer: where it was written, or why it was not. */
export function outcomeOf(
  answer: streamsPb.BatchAppendResp,
  stream: string,
  expected: ExpectedRevision,
  deadlineMs: number,
): Appended | Error {
  const error = answer.getError();
  if (error !== undefined) return refusalOf(error, stream, expected, deadlineMs);
  const success = answer.getSuccess();
  if (success === undefined) return new EventStoreRefused('append', new Error('the answer is empty'));
  return {
    revision: BigInt(success.getCurrentRevision()),
    position: BigInt(success.getPosition()?.getCommitPosition() ?? '0'),
  };
}

function refusalOf(
  error: statusPb.Status,
  stream: string,
  expected: ExpectedRevision,
  deadlineMs: number,
): Error {
  const details = error.getDetails();
  const bytes = details?.getValue_asU8() ?? new Uint8Array();
  switch (details?.getTypeName()) {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = sharedPb.WrongExpectedVersion.deserializeBinary(bytes);
      const actual = wrong.hasCurrentStreamRevision()
        ? BigInt(wrong.getCurrentStreamRevision())
        : 'no_stream';
      return new WrongExpectedRevision(stream, expected, actual);
    }
    case 'event_store.client.StreamDeleted':
      return new StreamDeleted(stream);
    case 'event_store.client.MaximumAppendSizeExceeded':
      return new AppendTooLarge(
        stream,
        sharedPb.MaximumAppendSizeExceeded.deserializeBinary(bytes).getMaxappendsize(),
      );
    case 'event_store.client.Timeout':
      return new EventStoreTimeout('append', deadlineMs);
    case 'event_store.client.AccessDenied':
      return new EventStoreRefused('append', new Error('access denied'));
    case 'event_store.client.BadRequest':
      return new EventStoreRefused('append', new Error(error.getMessage()));
    default:
      // The server does not know whether it wrote: as when it cannot be reached.
      return new EventStoreUnavailable(new Error(error.getMessage() || 'unknown error'));
  }
}

function optionsOf(stream: string, expected: ExpectedRevision): streamsPb.BatchAppendReq.Options {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streamsPb.BatchAppendReq.Options();
  options.setStreamIdentifier(identifier);
  if (expected === 'no_stream') options.setNoStream(new emptyPb.Empty());
  else options.setStreamPosition(expected.toString());
  return options;
}

function uuid(text: string): sharedPb.UUID {
  const id = new sharedPb.UUID();
  id.setString(text);
  return id;
}

function jsonBytes(value: unknown): Buffer {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined)
    throw new TypeError('an event holds data that is not JSON (undefined or a function)');
  return Buffer.from(json);
}
