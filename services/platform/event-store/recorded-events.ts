import type { EventMetadata, RecordedEvent } from './event-store.ts';

/** An event as it came, its data and metadata in bytes. */
export type ReceivedEvent = Omit<RecordedEvent, 'data' | 'metadata'> & {
  readonly isJson: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

/** The event, whose JSON is parsed when someone looks at it. */
export function recordedEvent(received: ReceivedEvent): RecordedEvent {
  return new Received(received);
}

/** The same event, at another place in the log: read by its stream, a server may not know its place. */
export function eventAt(event: RecordedEvent, position: bigint): RecordedEvent {
  const { id, stream, revision, type, data, metadata, storedAt } = event;
  return { id, stream, revision, type, data, metadata, position, storedAt };
}

class Received implements RecordedEvent {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;
  readonly position: bigint;
  readonly storedAt: Date;
  readonly #isJson: boolean;
  /** Bytes until they were parsed. */
  #data: Buffer | undefined;
  #metadata: Buffer | undefined;
  #parsedData: unknown;
  #parsedMetadata: EventMetadata = {};

  constructor({ id, stream, revision, type, position, storedAt, isJson, data, metadata }: ReceivedEvent) {
    this.id = id;
    this.stream = stream;
    this.revision = revision;
    this.type = type;
    this.position = position;
    this.storedAt = storedAt;
    this.#isJson = isJson;
    this.#data = data;
    this.#metadata = metadata;
  }

  get data(): unknown {
    if (this.#data !== undefined) {
      this.#parsedData = this.#isJson ? parsedOrText(this.#data) : new Uint8Array(this.#data);
      this.#data = undefined;
    }
    return this.#parsedData;
  }

  get metadata(): EventMetadata {
    if (this.#metadata !== undefined) {
      this.#parsedMetadata = metadataOf(this.#metadata);
      this.#metadata = undefined;
    }
    return this.#parsedMetadata;
  }
}

/** System events belong to the store itself (metadata, links, statistics). */
export function isSystemEvent(event: RecordedEvent): boolean {
  return event.type.startsWith('$') || event.stream.startsWith('$');
}

/** What claims to be JSON and is not stays text, which no shape of an event accepts. */
function parsedOrText(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function metadataOf(bytes: Buffer): EventMetadata {
  const parsed = bytes.length === 0 ? undefined : parsedOrText(bytes);
  return isObject(parsed) ? parsed : {};
}

function isObject(value: unknown): value is EventMetadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
