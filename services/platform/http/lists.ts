import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { versionWord } from '../hash.ts';
import { asFastify, type AnyReply } from './any-reply.ts';
import { scopeOf } from './caller.ts';
import { sendPosition } from './positions.ts';

/**
 * A list already serialised as JSON, with the encodings that it was compressed in beforehand. `plain` is a function
 * when it must be unpacked from one of them, for the rare client that accepts none.
 */
export type ListBody = { plain: Buffer | (() => Promise<Buffer>); br?: Buffer; gzip?: Buffer };

export type ListAnswer = {
  /** Changes whenever the body would, like the position of the projections. The caller's rights are added here. */
  version: string;
  /** The log position that the list shows; left out when it does not come from the log. */
  position?: bigint | string;
  /** Older than the `min-position` asked for, or dependent on a parked stream. */
  stale?: boolean;
  /** Called only when the client does not have this version yet. */
  body: () => ListBody | Promise<ListBody>;
};

/**
 * Answers a list that is already serialised: 304 to a conditional GET of the same version (only GET is conditional;
 * rule: Lists on the wire), otherwise in the best encoding that the client accepts. A body without encodings is
 * compressed on the way. The handler returns its promise.
 */
export async function sendList(
  anyReply: AnyReply,
  { version, position, stale, body }: ListAnswer,
): Promise<void> {
  const reply = asFastify(anyReply);
  const { request } = reply;
  const etag = etagFor(request, version);
  if (position !== undefined) sendPosition(reply, position, stale);
  reply.header('etag', etag);
  reply.header('cache-control', 'private, no-cache');
  reply.header('vary', 'accept-encoding, customer');
  if (request.method === 'GET' && names(request.headers['if-none-match'], etag)) {
    return void (await reply.code(304).send());
  }
  const { plain, br, gzip } = await body();
  reply.header('content-type', 'application/json; charset=utf-8');
  const accepted = request.headers['accept-encoding'] ?? '';
  // Awaits until the reply is sent: when an async handler ends earlier, an empty answer is sent as well.
  if (br && takes(accepted, 'br')) await reply.header('content-encoding', 'br').send(br);
  else if (gzip && takes(accepted, 'gzip')) await reply.header('content-encoding', 'gzip').send(gzip);
  else await reply.send(typeof plain === 'function' ? await plain() : plain);
}

const brotli = promisify(zlib.brotliCompress);
const gzipped = promisify(zlib.gzip);

/**
 * Compresses a serialised list once for many answers, off the main thread. Brotli at quality 4 is as fast as gzip and a
 * fifth smaller.
 */
export async function compressList(
  json: string | Buffer,
): Promise<{ plain: Buffer; br: Buffer; gzip: Buffer }> {
  const plain = Buffer.isBuffer(json) ? json : Buffer.from(json);
  const [br, gzip] = await Promise.all([
    brotli(plain, {
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: 4,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
    gzipped(plain, { level: 5 }),
  ]);
  return { plain, br, gzip };
}

/**
 * Weak, because one version has several encodings. It includes the caller's rights, so that no answer is taken for
 * another's.
 */
function etagFor(request: FastifyRequest, version: string): string {
  const caller = request.knownCaller;
  const scope = caller ? scopeOf(caller) : [];
  return `W/"${versionWord(JSON.stringify([version, ...scope]))}"`;
}

function names(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
  );
}

function takes(acceptEncoding: string, encoding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    return name?.trim() === encoding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter));
  });
}
