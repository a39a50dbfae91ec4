import type { z } from 'zod';
import type { EventMetadata } from './metadata.ts';

export type EventOf<Shapes extends Record<string, z.ZodType>> = {
  [Type in keyof Shapes & string]: { type: Type; data: z.infer<Shapes[Type]> };
}[keyof Shapes & string];

/** An event as recorded, in the newest shape of its type, with its place in the log: what every fold takes. */
export type Recorded<Event> = Event & {
  readonly id: string;
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

/** A guard: true for an event of one of these shapes. */
export function isEventOf<Shapes extends Record<string, z.ZodType>>(shapes: Shapes) {
  return <Given extends { type: string }>(event: Given): event is Given & EventOf<Shapes> =>
    Object.hasOwn(shapes, event.type);
}

/** A stream family, defined once: its streams are named `{prefix}{key}`, and only `events` can happen in them. */
export function streamFamily<Shapes extends Record<string, z.ZodType>, Key extends string | number>(
  prefix: string,
  events: Shapes,
) {
  const has = isEventOf(events);
  return {
    prefix,
    events,
    has,
    nameOf: (key: Key): string => `${prefix}${key}`,
    includes: (stream: string): boolean => stream.startsWith(prefix),
    /** The key in a stream's name. Throws Error for a stream of another family. */
    keyOf(stream: string): string {
      if (!stream.startsWith(prefix)) throw new Error(`${stream} is no stream ${prefix}…`);
      return stream.slice(prefix.length);
    },
    /** The event, when it can happen in these streams. Throws Error for another, which parks its stream in a projection. */
    own<Given extends { type: string }>(event: Given): Given & EventOf<Shapes> {
      if (!has(event)) throw new Error(`${event.type} does not belong in a stream ${prefix}…`);
      return event;
    },
  };
}
