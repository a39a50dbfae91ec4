import type { StoredEvent } from './stored-event.ts';

/** Chooses events of $all by stream name or event type. */
export type Filter = {
  readonly on: 'stream' | 'type';
  readonly prefixes: readonly string[];
  readonly regex: string | undefined;
};

/** Builds the test for a filter; throws SyntaxError when its regular expression is not one. */
export function compileFilter(filter: Filter | undefined): ((event: StoredEvent) => boolean) | undefined {
  if (filter === undefined) return undefined;
  const valueOf = filter.on === 'stream' ? (e: StoredEvent) => e.stream : (e: StoredEvent) => e.type;
  if (filter.regex !== undefined) {
    const regex = new RegExp(filter.regex);
    return (event) => regex.test(valueOf(event));
  }
  return (event) => filter.prefixes.some((prefix) => valueOf(event).startsWith(prefix));
}
