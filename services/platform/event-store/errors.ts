import {
  AccessDeniedError,
  CancelledError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
  TimeoutError,
  UnavailableError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { messageOf } from '../message-of.ts';

/** Someone else wrote to the stream first: load it again and decide anew. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(
    readonly stream: string,
    readonly expected: bigint | 'no_stream',
    readonly actual: bigint | 'no_stream',
  ) {
    super(`stream ${stream} is at ${actual}, expected ${expected}`);
  }
}

/** The stream was tombstoned and is closed for ever. */
export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted';
  constructor(readonly stream: string) {
    super(`stream ${stream} is tombstoned`);
  }
}

/** The events of one append are larger than the store takes. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  constructor(
    readonly stream: string,
    readonly maximumBytes: number,
  ) {
    super(`append to ${stream} is larger than ${maximumBytes} bytes; split it into smaller appends`);
  }
}

/** The store cannot be reached or cannot write now. An append under way may or may not have been kept; repeat it unchanged. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable';
  constructor(cause: unknown) {
    super(`event store unavailable: ${messageOf(cause)}`, { cause });
  }
}

/** No answer within the deadline. An append under way may or may not have been kept; repeat it unchanged. */
export class EventStoreTimeout extends Error {
  override readonly name = 'EventStoreTimeout';
  constructor(
    operation: string,
    readonly afterMs: number,
  ) {
    super(`event store gave no answer to ${operation} within ${afterMs} ms`);
  }
}

/** The store refused for a reason that a repetition does not cure (access, a bad request, a defect). */
export class EventStoreRefused extends Error {
  override readonly name = 'EventStoreRefused';
  constructor(operation: string, cause: unknown) {
    super(`event store refused ${operation}: ${messageOf(cause)}`, { cause });
  }
}

/** True for failures after which the same call may succeed unchanged. */
export function isRetryable(error: unknown): boolean {
  return error instanceof EventStoreUnavailable || error instanceof EventStoreTimeout;
}

/** Brings what the client throws (its own errors and raw gRPC ones) into the vocabulary above. */
export function translateError(error: unknown, stream: string, operation: string, deadlineMs: number): Error {
  if (isOurs(error)) return error;
  if (error instanceof WrongExpectedVersionError) {
    return new WrongExpectedRevision(stream, exact(error.expectedVersion), exact(error.actualVersion));
  }
  if (error instanceof StreamDeletedError) return new StreamDeleted(stream);
  if (error instanceof MaxAppendSizeExceededError) return new AppendTooLarge(stream, error.maxAppendSize);
  if (error instanceof DeadlineExceededError || error instanceof TimeoutError) {
    return new EventStoreTimeout(operation, deadlineMs);
  }
  if (error instanceof UnavailableError || error instanceof CancelledError) {
    return new EventStoreUnavailable(error);
  }
  // The leader of a cluster changed; the client has begun to connect to the new one.
  if (error instanceof NotLeaderError) return new EventStoreUnavailable(error);
  if (error instanceof AccessDeniedError) return new EventStoreRefused(operation, error);
  return isLostConnection(error) ? new EventStoreUnavailable(error) : new EventStoreRefused(operation, error);
}

function isOurs(error: unknown): error is Error {
  return (
    error instanceof WrongExpectedRevision ||
    error instanceof StreamDeleted ||
    error instanceof AppendTooLarge ||
    error instanceof EventStoreUnavailable ||
    error instanceof EventStoreTimeout ||
    error instanceof EventStoreRefused
  );
}

function exact(revision: unknown): bigint | 'no_stream' {
  return typeof revision === 'bigint' && revision >= 0n ? revision : 'no_stream';
}

// Raw gRPC status codes that mean the connection or the server went away: CANCELLED, INTERNAL (a reset
// HTTP/2 stream) and UNAVAILABLE. The client lets these through unconverted from several of its paths.
const LOST_CONNECTION_CODES: ReadonlySet<unknown> = new Set([1, 13, 14]);

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && LOST_CONNECTION_CODES.has(error.code)) return true;
  return /failed to discover|channel has been shut down|channel closed/i.test(error.message);
}
