/**
 * Reads the answers of Streams.Read from their bytes by hand: the generated code and the client make some twenty
 * objects and copies of each event, and parse its JSON whether someone looks at it or not. The field numbers are those
 * of streams.proto.
 */
import { recordedEvent } from './recorded-events.ts';
import type { RecordedEvent } from './event-store.ts';

export type ReadAnswer = {
  readonly event: RecordedEvent | undefined;
  /** The server has searched the log up to this position. */
  readonly checkpoint: bigint | undefined;
  readonly isCaughtUp: boolean;
};

const CAUGHT_UP: ReadAnswer = { event: undefined, checkpoint: undefined, isCaughtUp: true };
/** A confirmation, a stream that is not there, a link whose target is gone, and what newer servers may add. */
const NOTHING: ReadAnswer = { event: undefined, checkpoint: undefined, isCaughtUp: false };

/** An answer of Streams.Read. Throws RangeError for bytes that are no such message. */
export function decodeReadAnswer(bytes: Buffer): ReadAnswer {
  const fields = new Fields(bytes, 0, bytes.length);
  let answer = NOTHING;
  while (fields.next()) {
    if (fields.number === 1) answer = eventAnswer(fields.message());
    else if (fields.number === 3) answer = checkpointAnswer(fields.message());
    else if (fields.number === 8) answer = CAUGHT_UP;
  }
  return answer;
}

function eventAnswer(fields: Fields): ReadAnswer {
  while (fields.next())
    if (fields.number === 1)
      return { event: decodeRecord(fields.message()), checkpoint: undefined, isCaughtUp: false };
  return NOTHING;
}

function checkpointAnswer(fields: Fields): ReadAnswer {
  let checkpoint = 0n;
  while (fields.next()) if (fields.number === 1) checkpoint = fields.unsigned();
  return { event: undefined, checkpoint, isCaughtUp: false };
}

// What servers send in a stream read when they do not know the event's place in $all.
const UNKNOWN_POSITION = 0xffff_ffff_ffff_ffffn;
/** Times come in units of 100 ns, as decimal digits: more than a double holds. */
const DIGITS_BELOW_A_MILLISECOND = 4;

function decodeRecord(fields: Fields): RecordedEvent {
  let id = '';
  let stream = '';
  let revision = 0n;
  let position = 0n;
  let type = '';
  let isJson = false;
  let storedAt = 0;
  let metadata = EMPTY;
  let data = EMPTY;
  while (fields.next()) {
    switch (fields.number) {
      case 1:
        id = textOf(fields.message(), 2);
        break;
      case 2:
        stream = textOf(fields.message(), 3);
        break;
      case 3:
        revision = fields.unsigned();
        break;
      case 5:
        position = fields.unsigned();
        break;
      case 6: {
        const entry = fields.message();
        const key = textOf(entry, 1);
        if (key === 'type') type = textOf(entry, 2);
        else if (key === 'content-type') isJson = textOf(entry, 2) === 'application/json';
        else if (key === 'created') storedAt = Number(textOf(entry, 2).slice(0, -DIGITS_BELOW_A_MILLISECOND));
        break;
      }
      case 7:
        metadata = fields.bytes();
        break;
      case 8:
        data = fields.bytes();
    }
  }
  return recordedEvent({
    id,
    stream,
    revision,
    type,
    position: position === UNKNOWN_POSITION ? 0n : position,
    storedAt: new Date(storedAt),
    isJson,
    data,
    metadata,
  });
}

const EMPTY: Buffer = Buffer.alloc(0);

/** The text of a field, which comes after what was read already; empty without it. */
function textOf(fields: Fields, number: number): string {
  while (fields.next()) if (fields.number === number) return fields.text();
  return '';
}

const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH_DELIMITED = 2;
const FOUR_BYTES = 5;

/** The fields of a message, one after the other; what is not asked for is passed over. */
class Fields {
  /** Of the field that `next` came to. */
  number = 0;
  #type = VARINT;
  #isRead = true;
  #at: number;
  readonly #end: number;
  readonly #source: Buffer;

  constructor(source: Buffer, start: number, end: number) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
  }

  /** Goes to the next field; false at the end. */
  next(): boolean {
    if (!this.#isRead) this.#pass();
    if (this.#at >= this.#end) return false;
    const tag = this.#number();
    this.number = tag >>> 3;
    this.#type = tag & 7;
    this.#isRead = false;
    return true;
  }

  message(): Fields {
    const end = this.#lengthDelimited();
    return new Fields(this.#source, this.#passTo(end), end);
  }

  text(): string {
    const end = this.#lengthDelimited();
    return this.#source.toString('utf8', this.#passTo(end), end);
  }

  /** Not copied. */
  bytes(): Buffer {
    const end = this.#lengthDelimited();
    return this.#source.subarray(this.#passTo(end), end);
  }

  /** Of up to 64 bits. */
  unsigned(): bigint {
    this.#isRead = true;
    let low = 0;
    let scale = 1;
    // Seven times seven bits, which a double holds exactly.
    for (let bytes = 0; bytes < 7; bytes += 1) {
      const byte = this.#byte();
      low += (byte & 0x7f) * scale;
      if (byte < 0x80) return BigInt(low);
      scale *= 0x80;
    }
    let high = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#byte();
      high += (byte & 0x7f) * factor;
      if (byte < 0x80) return BigInt.asUintN(64, (BigInt(high) << 49n) + BigInt(low));
    }
  }

  #byte(): number {
    const byte = this.#at < this.#end ? this.#source[this.#at] : undefined;
    if (byte === undefined)
      throw new RangeError('an answer of the event store ends in the middle of a field');
    this.#at += 1;
    return byte;
  }

  /** A tag or a length, below 2^31. */
  #number(): number {
    const first = this.#byte();
    if (first < 0x80) return first;
    let value = first & 0x7f;
    for (let shift = 7; ; shift += 7) {
      const byte = this.#byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  /** Where the field's content ends; it begins where the reader is then. */
  #lengthDelimited(): number {
    if (this.#type !== LENGTH_DELIMITED)
      throw new RangeError(`field ${this.number} of an answer of the event store has another type`);
    const length = this.#number();
    if (this.#at + length > this.#end)
      throw new RangeError('an answer of the event store ends in the middle of a field');
    return this.#at + length;
  }

  /** Goes to where the field ends; answers where it begins. */
  #passTo(end: number): number {
    const start = this.#at;
    this.#at = end;
    this.#isRead = true;
    return start;
  }

  #pass(): void {
    if (this.#type === LENGTH_DELIMITED) this.#passTo(this.#lengthDelimited());
    else if (this.#type === VARINT) while (this.#byte() >= 0x80);
    else if (this.#type === EIGHT_BYTES || this.#type === FOUR_BYTES)
      this.#passTo(this.#at + (this.#type === EIGHT_BYTES ? 8 : 4));
    else throw new RangeError(`field ${this.number} of an answer of the event store has an unknown type`);
    this.#isRead = true;
  }
}
