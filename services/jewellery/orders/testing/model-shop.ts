import { expect, vi } from 'vitest';
import type { BackOrderResource, RequestModelsReply } from '#contracts/api/jewellery.ts';
import { createSnapshots, createUnderWay } from '#services/platform/commands/index.ts';
import { oneAtATime } from '#services/platform/one-at-a-time.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { importTestModel, listPiece } from '../../testing/pieces-and-models.ts';

export type User = Awaited<ReturnType<SmallVitrine['as']>>;

export const times = (model: string, count: number): string[] => Array.from({ length: count }, () => model);

export const request = async (user: User, names: readonly string[], more: object = {}, options = {}) =>
  user.post('/jewellery/request_models', { parcelNames: names, ...more }, options);

/** A request that is expected to be taken. */
export async function asked(
  user: User,
  names: readonly string[],
  more: object = {},
): Promise<RequestModelsReply> {
  const { status, json } = await request(user, names, more);
  expect(status).toBe(200);
  return json as RequestModelsReply;
}

/** What the user's customer has or has requested. */
export const mine = async (user: User): Promise<string[]> => (await user.names('/jewellery/customer')).sort();

/** The reactor fills back orders a moment after what it reacts to. */
export const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 100 });

/** Another process beside a small Vitrine's application, by its clock unless another is given. */
export const anotherProcess = ({ context, pool }: SmallVitrine, clock = context.clock) => ({
  ...context,
  clock,
  snapshots: createSnapshots(pool),
  perCustomer: oneAtATime<number>(),
  underWay: createUnderWay(),
  perModel: oneAtATime<string>(),
  exposureAt: async () => 0,
  findInstruction: async () => undefined,
  positions: { waitForPosition: async () => true, positionOf: async () => 0n },
});

/** A small Vitrine with what tests of orders do in it. */
export async function startShop(settings: Record<string, string> = {}) {
  const vitrine = await startSmallVitrine(settings);
  let models = 0;
  let pieces = 0;

  const anotherPiece = async (model: string, totalCents?: number): Promise<string> => {
    const name = `AL-${++pieces}`;
    await listPiece(vitrine.context, name, { model, day: 28, ...(totalCents && { totalCents }) });
    return name;
  };

  return {
    vitrine,
    /** A model of its own for a test, with pieces listed on one day after the other; their names by age. */
    async aModel(count: number, { totalCents, lab }: { totalCents?: number; lab?: string } = {}) {
      const model = `M${++models}`;
      await importTestModel(vitrine.context, model);
      const names = Array.from({ length: count }, () => `AL-${++pieces}`);
      // The last listed first: age counts, not names.
      for (const [index, name] of names.entries()) {
        await listPiece(vitrine.context, name, {
          model,
          day: count - index,
          ...(totalCents && { totalCents }),
          ...(lab && { lab }),
        });
      }
      await vitrine.shown();
      return { model, names: names.reverse() };
    },
    anotherPiece,
    /** The model's back orders, as staff see them. */
    async open(model: string): Promise<BackOrderResource[]> {
      const rep = await vitrine.as('rep');
      await vitrine.shown();
      const filter = encodeURIComponent(JSON.stringify({ model }));
      return (await rep.get(`/api/back-orders?filter=${filter}`)).json as BackOrderResource[];
    },
    cancel: async (id: string, who = 'rep', query = '') =>
      (await vitrine.as(who)).post(`/api/back-orders/${id}${query}`, undefined, { method: 'DELETE' }),
    /**
     * Sends everything back, so that a test's customer has room below its maximum; gives what it was, and the log
     * position reached.
     */
    async returnAll(user: User): Promise<{ names: string[]; position: number }> {
      await vitrine.shown();
      const names = await mine(user);
      if (names.length === 0) return { names, position: 0 };
      const { status, json } = await user.post('/jewellery/return', { parcelNames: names });
      expect(status).toBe(200);
      return { names, position: Number((json as { position: string }).position) };
    },
  };
}
