/** The questions of Streams.Read, as messages. */
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import type { Direction, EventFilter } from './event-store.ts';

// A checkpoint after every 4 search windows of 32 events: often enough for a consumer that matches little.
const CHECKPOINT_INTERVAL = 4;
const NOT_OF_THE_STORE = '^[^$].*';

/**
 * Reads a stream.
 * @param from first revision, inclusive; without it the start, backwards the end
 * @param maxCount events; Infinity for all
 */
export function streamRead(
  stream: string,
  from: bigint | undefined,
  direction: Direction,
  maxCount: number,
): streamsPb.ReadReq {
  return read({ stream: streamPlace(stream, from, direction === 'backwards') }, direction, maxCount);
}

/**
 * Reads the log, system events included.
 * @param from commit position, inclusive; without it the start, backwards the end
 * @param maxCount events; Infinity for all
 */
export function logRead(from: bigint | undefined, direction: Direction, maxCount: number): streamsPb.ReadReq {
  return read({ all: logPlace(from, direction === 'backwards') }, direction, maxCount);
}

/**
 * Subscribes to the log, after a commit position; 0n is its beginning. Checkpoints come only with a filter, so there
 * always is one: without any the store's own events are left out.
 */
export function logSubscription(after: bigint, filter: EventFilter | undefined): streamsPb.ReadReq {
  const options = optionsAt({ all: logPlace(after === 0n ? undefined : after, false) });
  options.setSubscription(new streamsPb.ReadReq.Options.SubscriptionOptions());
  const expression = new streamsPb.ReadReq.Options.FilterOptions.Expression();
  const chosen = new streamsPb.ReadReq.Options.FilterOptions();
  chosen.setCount(new sharedPb.Empty());
  chosen.setCheckpointintervalmultiplier(CHECKPOINT_INTERVAL);
  if (filter === undefined) expression.setRegex(NOT_OF_THE_STORE);
  else
    expression.setPrefixList([...('streamPrefixes' in filter ? filter.streamPrefixes : filter.typePrefixes)]);
  if (filter !== undefined && 'streamPrefixes' in filter) chosen.setStreamIdentifier(expression);
  else chosen.setEventType(expression);
  options.setFilter(chosen);
  return question(options);
}

type Place =
  | { readonly stream: streamsPb.ReadReq.Options.StreamOptions }
  | { readonly all: streamsPb.ReadReq.Options.AllOptions };

function read(place: Place, direction: Direction, maxCount: number): streamsPb.ReadReq {
  const options = optionsAt(place);
  options.setReadDirection(direction === 'backwards' ? 1 : 0);
  options.setCount(String(Math.min(maxCount, Number.MAX_SAFE_INTEGER)));
  options.setNoFilter(new sharedPb.Empty());
  return question(options);
}

function optionsAt(place: Place): streamsPb.ReadReq.Options {
  const options = new streamsPb.ReadReq.Options();
  if ('stream' in place) options.setStream(place.stream);
  else options.setAll(place.all);
  const ids = new streamsPb.ReadReq.Options.UUIDOption();
  ids.setString(new sharedPb.Empty());
  options.setUuidOption(ids);
  return options;
}

function question(options: streamsPb.ReadReq.Options): streamsPb.ReadReq {
  const request = new streamsPb.ReadReq();
  request.setOptions(options);
  return request;
}

function streamPlace(
  stream: string,
  revision: bigint | undefined,
  fromEnd: boolean,
): streamsPb.ReadReq.Options.StreamOptions {
  const identifier = new sharedPb.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streamsPb.ReadReq.Options.StreamOptions();
  options.setStreamIdentifier(identifier);
  if (revision !== undefined) options.setRevision(revision.toString());
  else if (fromEnd) options.setEnd(new sharedPb.Empty());
  else options.setStart(new sharedPb.Empty());
  return options;
}

function logPlace(position: bigint | undefined, fromEnd: boolean): streamsPb.ReadReq.Options.AllOptions {
  const options = new streamsPb.ReadReq.Options.AllOptions();
  if (position !== undefined) {
    const at = new streamsPb.ReadReq.Options.Position();
    at.setCommitPosition(position.toString());
    at.setPreparePosition(position.toString());
    options.setPosition(at);
  } else if (fromEnd) options.setEnd(new sharedPb.Empty());
  else options.setStart(new sharedPb.Empty());
  return options;
}
