import { compressList, type ListBody } from '#services/platform/http/index.ts';

/** Serialised lists kept for the next one who asks for the same: by a key that names what they depend on. */
export type ListBodies = { get(key: string, build: () => Promise<readonly string[]>): Promise<ListBody> };

const MAX_BYTES = 192 * 1024 * 1024;

/** Compressing pays from here on; smaller bodies are compressed on the way. */
const WORTH_COMPRESSING = 64 * 1024;

/** The least recently used go when together they exceed `maxBytes`. Two who ask at the same time wait for one build. */
export function createListBodies(maxBytes = MAX_BYTES): ListBodies {
  const bodies = new Map<string, { body: Promise<ListBody>; bytes: number }>();
  let total = 0;

  const forget = (key: string): void => {
    total -= bodies.get(key)?.bytes ?? 0;
    bodies.delete(key);
  };

  return {
    async get(key, build) {
      const known = bodies.get(key);
      if (known) {
        bodies.delete(key);
        bodies.set(key, known);
        return known.body;
      }
      const kept = { body: build().then(serialise), bytes: 0 };
      bodies.set(key, kept);
      try {
        const body = await kept.body;
        kept.bytes = body.plain.length + (body.br?.length ?? 0) + (body.gzip?.length ?? 0);
        if (bodies.get(key) === kept) total += kept.bytes;
        for (const oldest of bodies.keys()) {
          if (total <= maxBytes || oldest === key) break;
          forget(oldest);
        }
        return body;
      } catch (error) {
        forget(key);
        throw error;
      }
    },
  };
}

async function serialise(rows: readonly string[]): Promise<ListBody> {
  const plain = Buffer.from(`[${rows.join(',')}]`);
  return plain.length < WORTH_COMPRESSING ? { plain } : compressList(plain);
}
