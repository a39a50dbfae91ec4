import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { compileExpression } from './expressions.ts';
import { InvalidRequest } from './failures.ts';
import type { Filter } from './filters.ts';
import { bufferOf } from './stored-event.ts';
import type { UuidForm } from './wire.ts';

const DEFAULT_SEARCH_WINDOW = 32;
/** What an entry of the index of streams and revisions can hold in Postgres. */
const MOST_NAME_BYTES = 2_600;
/** The protocol's number for the end of the log or of a stream. */
const END = '18446744073709551615';

/** A place to begin at: a number counts revisions of a stream or positions of $all. */
type From = 'start' | 'end' | number;

export type FilterQuestion = Filter & {
  /** A checkpoint is due after this many events were searched. */
  readonly checkpointEvery: number;
};

/** What a Read call asks. */
export type ReadQuestion = {
  /** Undefined for $all. */
  readonly stream: string | undefined;
  readonly from: From;
  readonly backwards: boolean;
  /** Undefined for a subscription. */
  readonly count: number | undefined;
  readonly resolveLinks: boolean;
  readonly filter: FilterQuestion | undefined;
  readonly uuids: UuidForm;
};

/** @throws InvalidRequest */
export function parseReadQuestion(request: streamsPb.ReadReq): ReadQuestion {
  const options = request.getOptions();
  if (options === undefined) throw new InvalidRequest('options are missing');
  const ofStream = options.getStream();
  const ofAll = options.getAll();
  const isSubscription = options.hasSubscription();
  const filter = parseFilter(options.getFilter());
  if (ofStream === undefined && ofAll === undefined)
    throw new InvalidRequest('neither a stream nor $all is asked for');
  if (ofStream !== undefined && filter !== undefined)
    throw new InvalidRequest('a stream cannot be read with a filter');
  const backwards = options.getReadDirection() === 1;
  const count = isSubscription ? undefined : parseNumber(options.getCount());
  if (count === 0) throw new InvalidRequest('the number of events to read must be at least 1');
  if (isSubscription && backwards) throw new InvalidRequest('a subscription goes forwards only');
  return {
    stream: ofStream && streamName(ofStream.getStreamIdentifier()?.getStreamName_asU8()),
    from: ofStream === undefined ? fromInAll(ofAll) : fromInStream(ofStream),
    backwards,
    count,
    resolveLinks: options.getResolveLinks(),
    filter,
    uuids: options.getUuidOption()?.hasStructured() === true ? 'structured' : 'text',
  };
}

/** @throws InvalidRequest when it is not a name that a stream can have */
export function streamName(bytes: Uint8Array | undefined): string {
  const name = bytes === undefined ? '' : bufferOf(bytes).toString('utf8');
  if (name === '') throw new InvalidRequest('the stream has no name');
  if (name.includes('\0')) throw new InvalidRequest('a stream name cannot hold the NUL character');
  if (bytes !== undefined && bytes.length > MOST_NAME_BYTES)
    throw new InvalidRequest(`a stream name can have at most ${MOST_NAME_BYTES} bytes`);
  if (name.startsWith('$$$$')) throw new InvalidRequest('a metadata stream has no metadata of its own');
  return name;
}

function fromInStream(options: streamsPb.ReadReq.Options.StreamOptions): From {
  if (options.hasStart()) return 'start';
  return options.hasEnd() ? 'end' : placeAt(options.getRevision());
}

function fromInAll(options: streamsPb.ReadReq.Options.AllOptions | undefined): From {
  if (options === undefined || options.hasStart()) return 'start';
  return options.hasEnd() ? 'end' : placeAt(options.getPosition()?.getCommitPosition() ?? '0');
}

function placeAt(number: string): From {
  return number === END ? 'end' : parseNumber(number);
}

/** Unsigned 64-bit numbers beyond what a double holds mean "as many as there are". */
function parseNumber(text: string): number {
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

function parseFilter(
  options: streamsPb.ReadReq.Options.FilterOptions | undefined,
): FilterQuestion | undefined {
  if (options === undefined) return undefined;
  const byStream = options.getStreamIdentifier();
  const expression = byStream ?? options.getEventType();
  if (expression === undefined)
    throw new InvalidRequest('the filter names neither stream names nor event types');
  const regex = expression.getRegex();
  if (!options.hasMax() && !options.hasCount())
    throw new InvalidRequest('the filter has no window: set max (events to search at a time) or count');
  const window = options.hasMax() ? options.getMax() : DEFAULT_SEARCH_WINDOW;
  if (window === 0) throw new InvalidRequest('the maximum search window must be greater than 0');
  return {
    on: byStream === undefined ? 'type' : 'stream',
    prefixes: expression.getPrefixList(),
    expression: regex === '' ? undefined : compileExpression(regex),
    checkpointEvery: window * Math.max(1, options.getCheckpointintervalmultiplier()),
  };
}
