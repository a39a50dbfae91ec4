import { createHash } from 'node:crypto';
import { v5 } from 'uuid';

const NAMESPACE = '6f0e7f7a-6a0b-4c35-9a55-3c2f6a4d7b10';

/**
 * The event id that a command's part always has: the same command repeated writes the same ids, so the log
 * keeps one (rule: Repeated commands). Parts are kept apart, so ('a', 'bc') and ('ab', 'c') differ.
 */
export function deriveId(...parts: readonly (string | number)[]): string {
  return v5(JSON.stringify(parts), NAMESPACE);
}

/** Hash of a command's body, whatever the order of its keys: the same key with another body is refused. */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body, sortedKeys)).digest('base64url');
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
