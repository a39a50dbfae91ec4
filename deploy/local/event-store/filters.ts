import type { Expression } from './expressions.ts';
import type { StoredEvent } from './stored-event.ts';

/** Chooses events of $all by stream name or event type. */
export type Filter = {
  readonly on: 'stream' | 'type';
  readonly prefixes: readonly string[];
  readonly expression: Expression | undefined;
};

/** How long events may be looked at before others get their turn, in milliseconds. */
const TURN_MS = 5;

/** The events that a filter lets through, in order; others are served in between. */
export async function chosenOf(
  events: readonly StoredEvent[],
  filter: Filter | undefined,
): Promise<readonly StoredEvent[]> {
  if (filter === undefined) return events;
  const chosen: StoredEvent[] = [];
  let begun = performance.now();
  for (const event of events) {
    if (accepts(filter, event)) chosen.push(event);
    if (performance.now() - begun < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    begun = performance.now();
  }
  return chosen;
}

function accepts({ on, prefixes, expression }: Filter, event: StoredEvent): boolean {
  const value = on === 'stream' ? event.stream : event.type;
  return expression === undefined ? prefixes.some((prefix) => value.startsWith(prefix)) : expression(value);
}
