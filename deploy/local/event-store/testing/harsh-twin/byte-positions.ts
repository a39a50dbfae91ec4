/** Bytes that one event takes in the twin's imagined log file; more than any jitter. */
const RECORD_BYTES = 256;
const MOST_JITTER = 131;

/**
 * The byte at which the twin pretends that an event begins: it grows with the position, never by the same amount, and
 * can be computed again at any time. 0, the start of the log, stays 0.
 * @param position place in the log counted from 1
 */
export function byteOffsetOf(position: number): number {
  return position === 0 ? 0 : position * RECORD_BYTES + ((position * 7_919) % MOST_JITTER);
}

/** The position whose event begins at a byte; undefined between two events. */
export function positionAt(byteOffset: number): number | undefined {
  const position = Math.floor(byteOffset / RECORD_BYTES);
  return byteOffsetOf(position) === byteOffset ? position : undefined;
}
