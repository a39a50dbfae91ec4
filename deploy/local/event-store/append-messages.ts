import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Message } from 'google-protobuf';
import type { ExpectedRevision } from './expected-revision.ts';
import { InvalidRequest, MAXIMUM_APPEND_BYTES } from './failures.ts';
import type { ProposedEvent } from './stored-event.ts';
import type { WriteOutcome } from './write-requests.ts';

type ProposedMessage = streamsPb.AppendReq.ProposedMessage | streamsPb.BatchAppendReq.ProposedMessage;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws InvalidRequest */
export function proposedEvent(message: ProposedMessage): ProposedEvent {
  const metadata = message.getMetadataMap();
  const type = metadata.get('type');
  const contentType = metadata.get('content-type');
  if (type === undefined || type === '') throw new InvalidRequest('an event needs metadata "type"');
  if (type.includes('\0')) throw new InvalidRequest('an event type cannot hold the NUL character');
  if (contentType === undefined) throw new InvalidRequest('an event needs metadata "content-type"');
  return {
    id: uuidText(message.getId()),
    type,
    isJson: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** What an event counts at least: an append of many empty ones would keep everybody else waiting for seconds. */
const LEAST_BYTES = 32;

/** Bytes that count towards the most an append may have: a real server counts neither metadata nor types. */
export function sizeOf(event: ProposedEvent): number {
  return Math.max(event.data.length, LEAST_BYTES);
}

/** @throws InvalidRequest */
export function uuidText(uuid: sharedPb.UUID | undefined): string {
  if (uuid === undefined) throw new InvalidRequest('an id is missing');
  const structured = uuid.getStructured();
  const text = structured === undefined ? uuid.getString().toLowerCase() : fromParts(structured);
  if (!UUID.test(text)) throw new InvalidRequest(`"${text}" is not a UUID`);
  return text;
}

function fromParts(parts: sharedPb.UUID.Structured): string {
  const hex = [parts.getMostSignificantBits(), parts.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An answer of the unary Append; refusals other than a wrong revision are gRPC errors there. */
export function appendAnswer(
  expected: ExpectedRevision,
  outcome: Extract<WriteOutcome, { kind: 'written' | 'wrong-expected-revision' }>,
): streamsPb.AppendResp {
  const answer = new streamsPb.AppendResp();
  const empty = new sharedPb.Empty();
  if (outcome.kind === 'written') {
    const success = new streamsPb.AppendResp.Success();
    if (outcome.revision < 0) success.setNoStream(empty);
    else success.setCurrentRevision(String(outcome.revision));
    const position = new streamsPb.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
    answer.setSuccess(success);
    return answer;
  }
  const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
  if (outcome.current < 0) wrong.setCurrentNoStream(empty);
  else wrong.setCurrentRevision(String(outcome.current));
  if (expected === 'any') wrong.setExpectedAny(empty);
  else if (expected === 'no_stream') wrong.setExpectedNoStream(empty);
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(empty);
  else wrong.setExpectedRevision(String(expected));
  answer.setWrongExpectedVersion(wrong);
  return answer;
}

export type BatchOutcome =
  WriteOutcome | { readonly kind: 'too-large' } | { readonly kind: 'invalid'; readonly message: string };

/** An answer on a BatchAppend stream, where every refusal is a message. */
export function batchAnswer(
  correlationId: sharedPb.UUID,
  stream: sharedPb.StreamIdentifier,
  expected: ExpectedRevision,
  outcome: BatchOutcome,
): streamsPb.BatchAppendResp {
  const answer = new streamsPb.BatchAppendResp();
  answer.setCorrelationId(correlationId);
  answer.setStreamIdentifier(stream);
  const empty = new emptyPb.Empty();
  if (expected === 'any') answer.setAny(empty);
  else if (expected === 'no_stream') answer.setNoStream(empty);
  else if (expected === 'stream_exists') answer.setStreamExists(empty);
  else answer.setStreamPosition(String(expected));

  if (outcome.kind === 'written') {
    const success = new streamsPb.BatchAppendResp.Success();
    if (outcome.revision < 0) success.setNoStream(empty);
    else success.setCurrentRevision(String(outcome.revision));
    const position = new sharedPb.AllStreamPosition();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    success.setPosition(position);
    answer.setSuccess(success);
  } else {
    answer.setError(batchError(stream, expected, outcome));
  }
  return answer;
}

function batchError(
  stream: sharedPb.StreamIdentifier,
  expected: ExpectedRevision,
  outcome: Exclude<BatchOutcome, { kind: 'written' }>,
): statusPb.Status {
  switch (outcome.kind) {
    case 'stream-deleted': {
      const details = new sharedPb.StreamDeleted();
      details.setStreamIdentifier(stream);
      return failed(details, 'StreamDeleted', 'the stream is deleted');
    }
    case 'invalid': {
      const details = new sharedPb.BadRequest();
      details.setMessage(outcome.message);
      return failed(details, 'BadRequest', outcome.message);
    }
    case 'access-denied':
      return failed(new sharedPb.AccessDenied(), 'AccessDenied', 'access denied');
    case 'too-late':
      return failed(new sharedPb.Timeout(), 'Timeout', 'the deadline passed before the append was written');
    case 'too-large': {
      const details = new sharedPb.MaximumAppendSizeExceeded();
      details.setMaxappendsize(MAXIMUM_APPEND_BYTES);
      return failed(
        details,
        'MaximumAppendSizeExceeded',
        `an append may have at most ${MAXIMUM_APPEND_BYTES} bytes`,
      );
    }
    case 'wrong-expected-revision': {
      const details = new sharedPb.WrongExpectedVersion();
      const empty = new emptyPb.Empty();
      if (outcome.current < 0) details.setCurrentNoStream(empty);
      else details.setCurrentStreamRevision(String(outcome.current));
      if (expected === 'any') details.setExpectedAny(empty);
      else if (expected === 'no_stream') details.setExpectedNoStream(empty);
      else if (expected === 'stream_exists') details.setExpectedStreamExists(empty);
      else details.setExpectedStreamPosition(String(expected));
      return failed(details, 'WrongExpectedVersion', 'the stream is not at the expected revision');
    }
  }
}

// google.rpc.Code: these answers differ by their details; the code only has to say "not OK".
const FAILED_PRECONDITION = 9;

function failed(details: Message, typeName: string, message: string): statusPb.Status {
  const packed = new anyPb.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${typeName}`);
  const status = new statusPb.Status();
  status.setCode(FAILED_PRECONDITION);
  status.setMessage(message);
  status.setDetails(packed);
  return status;
}
