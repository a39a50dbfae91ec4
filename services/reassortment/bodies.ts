import type { z } from 'zod';
import type { FileStore } from '#services/platform/files/index.ts';
import { sha256Of } from '#services/platform/hash.ts';

/**
 * Keeps bodies that are too large for an event in the file store, named by their SHA-256: the same body is kept once.
 */
export type Body = { readonly hash: string; readonly bytes: Uint8Array; readonly kind: 'json' | 'xlsx' };

export function jsonBody(value: object): Body {
  return bodyOf('json', Buffer.from(JSON.stringify(value)));
}

export function bodyOf(kind: Body['kind'], bytes: Uint8Array): Body {
  return { kind, bytes, hash: sha256Of(bytes) };
}

const keyOf = ({ hash, kind }: Pick<Body, 'hash' | 'kind'>): string => `reassortment/${hash}.${kind}`;

/** Keeps bodies before the event that names them. Throws FilesUnavailable. */
export async function keepBodies(files: FileStore, bodies: readonly Body[]): Promise<void> {
  for (const body of bodies) await files.put(keyOf(body), body.bytes);
}

/**
 * The JSON body with that hash. Throws FilesUnavailable, Error when it is missing, ZodError when it has another shape.
 */
export async function readBody<Shape extends z.ZodType>(
  files: FileStore,
  hash: string,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const file = await files.get(keyOf({ hash, kind: 'json' }));
  if (!file) throw new Error(`${keyOf({ hash, kind: 'json' })} is not in the file store`);
  return shape.parse(JSON.parse(file.bytes.toString('utf8')));
}
