import { randomUUID } from 'node:crypto';
import type { NewEvent, RecordedEvent } from '#services/platform/event-store/index.ts';

/** An event for tests. */
export function anEvent(data: unknown = {}, type = 'thing-happened'): NewEvent {
  return { id: randomUUID(), type, data, metadata: { recordedAt: '2026-01-02T03:04:05.000Z' } };
}

/** Events numbered from 0. */
export function numbered(count: number, type?: string): NewEvent[] {
  return Array.from({ length: count }, (_, n) => anEvent({ n }, type));
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export const ids = (events: readonly { id: string }[]): string[] => events.map(({ id }) => id);
export const revisions = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ revision }) => Number(revision));

/** Resolves once the condition holds; looks again every few milliseconds, and fails by the test's own time limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}
