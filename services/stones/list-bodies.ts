import { versionWord } from '#services/platform/hash.ts';
import { compressList, type ListBody } from '#services/platform/http/index.ts';
import { keptWithin } from './kept-within.ts';

/** A list as it is sent, with a word that changes when its content does, and only then. */
type KeptList = { readonly version: string; readonly body: ListBody };

/** Serialised lists kept for the next one who asks for the same: by a key that names what they depend on. */
export type ListBodies = { get(key: string, build: () => Promise<readonly string[]>): Promise<KeptList> };

const MAX_BYTES = 64 * 1024 * 1024;

/** Compressing pays from here on; smaller bodies are compressed on the way. */
const WORTH_COMPRESSING = 64 * 1024;

/** The least recently used go when together they exceed `MAX_BYTES`. Two who ask at the same time wait for one build. */
export function createListBodies(): ListBodies {
  const kept = keptWithin<KeptList & { bytes: number }>(MAX_BYTES, ({ bytes }) => bytes);
  return { get: (key, build) => kept.get(key, async () => serialise(await build())) };
}

async function serialise(rows: readonly string[]): Promise<KeptList & { bytes: number }> {
  const plain = Buffer.from(`[${rows.join(',')}]`);
  const version = versionWord(plain);
  if (plain.length < WORTH_COMPRESSING) return { version, body: { plain }, bytes: plain.length };
  const body = await compressList(plain);
  return { version, body, bytes: plain.length + body.br.length + body.gzip.length };
}
