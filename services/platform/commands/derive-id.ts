import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';

const NAMESPACE = '6f0e7f7a-6a0b-4c35-9a55-3c2f6a4d7b10';

/**
 * The event id of one part of a command. It is always the same, so that a repeated command writes the same ids and the
 * log keeps one (rule: Repeated commands). The parts are kept apart: ('a', 'bc') and ('ab', 'c') differ.
 */
export function deriveId(...parts: readonly (string | number)[]): string {
  return v5(JSON.stringify(parts), NAMESPACE);
}

/** The hash of a command's body, independent of the order of its keys. The same key with another body is refused. */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('base64url');
}

/** The version of what is kept without one, by its content: digits, as an ETag has. Alike is of one version. */
export function contentVersion(content: unknown): string {
  return createHash('sha256').update(canonicalJson(content)).digest().readBigUInt64BE().toString();
}
