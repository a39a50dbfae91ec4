/** Tells the answers of Streams.Read apart by their first byte, which names the field that is set. */
const FIELD_OF = { event: 0x0a, caughtUp: 0x42 } as const;

export function isAnswer(message: unknown, kind: keyof typeof FIELD_OF): boolean {
  return message instanceof Uint8Array && message[0] === FIELD_OF[kind];
}
