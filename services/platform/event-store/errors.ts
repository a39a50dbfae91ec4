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
import { Metadata, status } from '@grpc/grpc-js';
import { hasCode } from '../has-code.ts';
import { messageOf } from '../message-of.ts';

/** Someone else wrote to the stream first: load it again and decide again. */
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

/** A position that does not belong to this log: it comes from another log, or from a newer copy of this one. */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition';
  constructor(readonly position: bigint) {
    super(
      `the event log has no position ${position}: it was noted from another log, or from a newer copy of this one. ` +
        `What was made from that log (read models, checkpoints) has to be rebuilt from this one`,
    );
  }
}

/** A message without the status code before it and the empty note behind it that gRPC adds. */
const plainly = (message: string): string =>
  message.replace(/^\d+ [A-Z_]+: /, '').replace(/\.? Resolution note:\s*\.?$/, '');

/** The store cannot be reached or cannot write now. An append under way may or may not have been kept; repeat it unchanged. */
export class EventStoreUnavailable extends Error {
  override readonly name = 'EventStoreUnavailable';
  constructor(cause: unknown) {
    super(`event store unavailable: ${plainly(messageOf(cause))}`, { cause });
  }
}

/**
 * A node of the cluster answers, and none leads: too few of them run, they are electing one, or the one that it names does
 * not answer us.
 */
export class NoNodeLeads extends Error {
  override readonly name = 'NoNodeLeads';
  /** What an operator has to change. */
  readonly remedy: string;
  /** @param unreachable the leader that the node names, when it does not answer, and why */
  constructor(node: string, unreachable?: { leader: string; reason: unknown }) {
    super(
      unreachable
        ? `${node} names ${unreachable.leader} as the leader, which does not answer here (${plainly(messageOf(unreachable.reason))})`
        : `no node leads the cluster, says ${node}`,
    );
    this.remedy = unreachable
      ? 'start a majority of its nodes, or let them name addresses that are reached from here'
      : 'a majority of its nodes has to run: start the others';
  }
}

/** Why the store cannot be used, where that is because no node of it leads. */
export const leaderlessness = (error: unknown): NoNodeLeads | undefined =>
  error instanceof EventStoreUnavailable && error.cause instanceof NoNodeLeads ? error.cause : undefined;

/** Ends what is under way on a node when another one is found to lead: one that hangs gives no sign of it itself. */
export class LeadsNoLonger extends Error {
  override readonly name = 'LeadsNoLonger';
  constructor() {
    super('the node that was asked leads no longer');
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

/** A server that keeps few events for a subscriber (a real one: 32) has ended the subscription of one that was slower. */
export class SubscriberTooSlow extends Error {
  override readonly name = 'SubscriberTooSlow';
  constructor(cause: unknown) {
    super('event store ended the subscription because events came faster than they were taken', { cause });
  }
}

/** The store refused for a reason that a repetition does not cure (access, a bad request, a defect). */
export class EventStoreRefused extends Error {
  override readonly name = 'EventStoreRefused';
  constructor(operation: string, cause: unknown) {
    super(`event store refused ${operation}: ${plainly(messageOf(cause))}`, { cause });
  }
}

/** True for failures after which the same call may succeed unchanged. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof EventStoreUnavailable ||
    error instanceof EventStoreTimeout ||
    error instanceof SubscriberTooSlow
  );
}

/**
 * Brings what the client throws (its own errors and raw gRPC ones) into the vocabulary above.
 * @param deadlineMs milliseconds that the call was given; without, a server's own limit counts as unavailability
 */
export function translateError(
  error: unknown,
  stream: string,
  operation: string,
  deadlineMs?: number,
): Error {
  if (isOurs(error)) return error;
  if (error instanceof WrongExpectedVersionError) {
    return new WrongExpectedRevision(stream, exact(error.expectedVersion), exact(error.actualVersion));
  }
  if (error instanceof StreamDeletedError) return new StreamDeleted(stream);
  if (error instanceof MaxAppendSizeExceededError) return new AppendTooLarge(stream, error.maxAppendSize);
  if (error instanceof TimeoutError && /consumer too slow/i.test(error.message)) {
    return new SubscriberTooSlow(error);
  }
  if (error instanceof DeadlineExceededError || error instanceof TimeoutError) {
    return deadlineMs === undefined
      ? new EventStoreUnavailable(error)
      : new EventStoreTimeout(operation, deadlineMs);
  }
  if (error instanceof UnavailableError || error instanceof CancelledError) {
    return new EventStoreUnavailable(error);
  }
  // The leader of a cluster changed.
  if (isNotLeader(error)) return new EventStoreUnavailable(error);
  if (error instanceof AccessDeniedError) return new EventStoreRefused(operation, error);
  return isLostConnection(error) ? new EventStoreUnavailable(error) : new EventStoreRefused(operation, error);
}

/**
 * True for what a call to a node ends with that another one leads: the node's answer, which a call that is a stream of
 * both ends gets unconverted, or our own end of it.
 */
export function isNotLeader(error: unknown): boolean {
  if (error instanceof NotLeaderError || error instanceof LeadsNoLonger) return true;
  if (!(error instanceof Error) || !('metadata' in error) || !(error.metadata instanceof Metadata))
    return false;
  return error.metadata.get('exception').includes('not-leader');
}

function isOurs(error: unknown): error is Error {
  return (
    error instanceof WrongExpectedRevision ||
    error instanceof StreamDeleted ||
    error instanceof AppendTooLarge ||
    error instanceof UnknownPosition ||
    error instanceof EventStoreUnavailable ||
    error instanceof EventStoreTimeout ||
    error instanceof SubscriberTooSlow ||
    error instanceof EventStoreRefused
  );
}

function exact(revision: unknown): bigint | 'no_stream' {
  return typeof revision === 'bigint' && revision >= 0n ? revision : 'no_stream';
}

// Raw gRPC status codes that mean the connection or the server went away; INTERNAL is a reset HTTP/2 stream. The client
// lets these through unconverted from several of its paths.
const LOST_CONNECTION_CODES: ReadonlySet<unknown> = new Set([
  status.CANCELLED,
  status.INTERNAL,
  status.UNAVAILABLE,
]);

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && LOST_CONNECTION_CODES.has(error.code)) return true;
  // A node of a cluster that is just electing knows no leader to refer to.
  return /no leader info|channel has been shut down|channel closed/i.test(error.message);
}

/**
 * True for the answer of real servers to a position at which no event begins. They answer UNKNOWN, and no more than
 * that something is wrong.
 */
export function isRefusedPosition(error: unknown): boolean {
  return error instanceof EventStoreRefused && hasCode(error.cause, status.UNKNOWN);
}

const CERTIFICATE = /certificate|altnames/i;
const PLAIN_TEXT = /wrong version number|packet length too long/i;

/**
 * What an operator has to change before the store can be used, in a sentence; undefined for failures that may pass by
 * themselves.
 */
export function remedyOf(error: unknown): string | undefined {
  if (!(error instanceof EventStoreRefused || error instanceof EventStoreUnavailable)) return undefined;
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === status.UNAUTHENTICATED)
    return 'It does not accept the user name or the password. Correct them: esdb://USER:PASSWORD@host:2113 (percent-encoded).';
  if (
    error instanceof EventStoreRefused &&
    (code === status.PERMISSION_DENIED || cause instanceof AccessDeniedError)
  )
    return 'It does not let this user read the log ($all). Give a user of the group $admins: esdb://USER:PASSWORD@host:2113.';
  if (!(error instanceof EventStoreUnavailable)) return undefined;
  if (CERTIFICATE.test(error.message))
    return (
      `Its certificate is not trusted (${plainly(messageOf(cause))}). Name the authority that signed it: …&tlsCAFile=FILE, ` +
      'and address the server by a name that stands in its certificate.'
    );
  if (PLAIN_TEXT.test(error.message))
    return 'It does not speak TLS there. Add tls=false to the address, or configure the server’s certificate.';
  return undefined;
}
