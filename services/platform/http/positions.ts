import type { FastifyRequest } from 'fastify';
import { HEADERS } from '#contracts/api/headers.ts';
import { positionSchema } from '#contracts/vocabulary/schemas.ts';
import type { EventStore } from '../event-store/index.ts';
import type { App } from './app.ts';
import { Refusal } from '../refusal.ts';

/**
 * The command's id: the `Idempotency-Key` header, or a new one (rule: Repeated commands).
 * @throws {Refusal} 400 (402 on portal calls) for a key that is not 1 to 120 visible ASCII characters
 */
export function idempotencyKey(request: FastifyRequest): string {
  const key = request.headers[HEADERS.idempotencyKey];
  if (key === undefined) return request.server.newId();
  if (typeof key === 'string' && /^[\x21-\x7e]{1,120}$/.test(key)) return key;
  throw new Refusal(
    400,
    'The Idempotency-Key header must be 1 to 120 characters without spaces, for example a UUID.',
    { field: HEADERS.idempotencyKey },
  );
}

/**
 * The log position that a read must at least show; null when it asks for none (rule: Read your own writes).
 * @throws {Refusal} 400 (402 on portal calls) when it is no position
 */
export function minPosition(request: FastifyRequest): bigint | null {
  const header = request.headers[HEADERS.minPosition];
  if (header === undefined || header === '') return null;
  const position = positionSchema.safeParse(header);
  if (position.success) return BigInt(position.data);
  throw new Refusal(400, 'The min-position header must be a log position: a whole number.', {
    field: HEADERS.minPosition,
  });
}

/**
 * Sends the log position that an answer shows (a read) or reached (a command), and whether it is older than was asked
 * for.
 */
export function sendPosition(
  reply: { header(name: string, value: string): unknown },
  position: bigint | string,
  stale = false,
): void {
  reply.header(HEADERS.position, String(position));
  if (stale) reply.header(HEADERS.stale, 'true');
}

/**
 * Sends the log position that a command reached, and returns it. One with nothing to do, or done before, reached none
 * (null): what it would have done is known before the log's end, so that is sent (rule: Read your own writes).
 * @param isBehind whether what is answered does not show that position yet
 */
export async function sendReached(
  reply: { header(name: string, value: string): unknown },
  events: Pick<EventStore, 'headPosition'>,
  position: bigint | null,
  isBehind?: (position: bigint) => Promise<boolean>,
): Promise<bigint> {
  const reached = position ?? (await events.headPosition());
  sendPosition(reply, reached, await isBehind?.(reached));
  return reached;
}

type Reached = (position: bigint) => Promise<boolean>;

/**
 * Waits until the answer is as new as was asked for, and marks it as stale when it is not (rule: Read your own writes).
 */
export async function waitForMinPosition(
  request: FastifyRequest,
  reply: { header(name: string, value: string): unknown },
  reached: Reached,
): Promise<void> {
  const position = minPosition(request);
  if (position !== null && !(await reached(position))) reply.header(HEADERS.stale, 'true');
}

/**
 * Makes every GET of staff as new as it asks to be, so that no list of the back office can forget to wait. The portal's
 * answers have parts that can be stale by themselves: their routes wait for those.
 */
export function addFreshReads(app: App, reached: Reached): void {
  app.addHook('preHandler', async (request, reply) => {
    const { access } = request.routeOptions.config;
    if (request.method !== 'GET' || (access !== 'staff' && access !== 'administrator')) return;
    await waitForMinPosition(request, reply, reached);
  });
}
