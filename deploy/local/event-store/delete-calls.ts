import { status } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Caller } from './access.ts';
import { expectedRevision } from './append-calls.ts';
import type { EventLog } from './event-log.ts';
import type { ExpectedRevision } from './expected-revision.ts';
import {
  AccessIsDenied,
  headerSafe,
  InvalidRequest,
  serviceError,
  StreamIsDeleted,
  Unavailable,
} from './failures.ts';
import { streamName } from './read-questions.ts';
import { isMetastream } from './stored-event.ts';

/** Carries out Streams.Delete: the stream is emptied and may be written again. */
export async function answerDelete(
  log: EventLog,
  request: streamsPb.DeleteReq,
  caller: Caller,
  deadline: number | undefined,
): Promise<streamsPb.DeleteResp> {
  const at = await remove(log, 'delete', request.getOptions(), caller, deadline);
  const position = new streamsPb.DeleteResp.Position();
  position.setCommitPosition(String(at));
  position.setPreparePosition(String(at));
  const answer = new streamsPb.DeleteResp();
  answer.setPosition(position);
  return answer;
}

/** Carries out Streams.Tombstone: the stream is closed for good. */
export async function answerTombstone(
  log: EventLog,
  request: streamsPb.TombstoneReq,
  caller: Caller,
  deadline: number | undefined,
): Promise<streamsPb.TombstoneResp> {
  const at = await remove(log, 'tombstone', request.getOptions(), caller, deadline);
  const position = new streamsPb.TombstoneResp.Position();
  position.setCommitPosition(String(at));
  position.setPreparePosition(String(at));
  const answer = new streamsPb.TombstoneResp();
  answer.setPosition(position);
  return answer;
}

async function remove(
  log: EventLog,
  kind: 'delete' | 'tombstone',
  options: streamsPb.DeleteReq.Options | streamsPb.TombstoneReq.Options | undefined,
  caller: Caller,
  deadline: number | undefined,
): Promise<number> {
  if (options === undefined) throw new InvalidRequest('options are missing');
  const stream = streamName(options.getStreamIdentifier()?.getStreamName_asU8());
  if (isMetastream(stream))
    throw new InvalidRequest('a metadata stream is deleted with the stream it describes');
  const expected = expectedRevision(options, () => options.getRevision());
  const outcome = await log.write({ kind, stream, expected, events: [], caller, deadline });
  switch (outcome.kind) {
    case 'written':
      return outcome.position;
    case 'stream-deleted':
      throw new StreamIsDeleted(stream);
    case 'access-denied':
      throw new AccessIsDenied();
    case 'too-late':
      throw new Unavailable('the deadline passed before the deletion was written');
    case 'wrong-expected-revision':
      throw wrongExpectedRevision(stream, expected, outcome.current);
  }
}

/** The numbers by which the protocol names expectations that are no revision. */
const EXPECTATIONS = { any: '-2', no_stream: '-1', stream_exists: '-4' };

function wrongExpectedRevision(stream: string, expected: ExpectedRevision, current: number): Error {
  return serviceError(
    status.FAILED_PRECONDITION,
    `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: ${expected}, Actual version: ${current}`,
    {
      exception: 'wrong-expected-version',
      'stream-name': headerSafe(stream),
      'expected-version': typeof expected === 'number' ? String(expected) : EXPECTATIONS[expected],
      ...(current < 0 ? {} : { 'actual-version': String(current) }),
    },
  );
}
