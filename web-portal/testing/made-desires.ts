import type { Desire } from '#contracts/api/desires.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { FakeAnswer, MadeCircumstances } from './made-answer.ts';

const NOTHING: Omit<Desire, 'desireId' | 'status' | 'lastAction'> = {
  quantity: 1,
  weight: {},
  shape: [],
  colour: [],
  clarity: [],
  fluorescence: [],
  cut: [],
  polish: [],
  symmetry: [],
};
const GRADED = ['colour', 'clarity', 'fluorescence', 'cut', 'polish', 'symmetry'] as const;

/** The fake server's desires. */
export function openMadeDesires() {
  const desires = new Map<string, Desire>();
  const kept = {
    of: (status: Desire['status']): Desire[] =>
      [...desires.values()].filter((each) => each.status === status),
    cart(asked: Partial<Desire>): Desire {
      const desire: Desire = {
        ...NOTHING,
        ...asked,
        desireId: `desire-${desires.size + 1}`,
        status: 'CART',
        lastAction: '2026-11-18',
      };
      desires.set(desire.desireId, desire);
      return desire;
    },
    become(desireId: string, status: Desire['status']): Desire | undefined {
      const known = desires.get(desireId);
      if (!known) return undefined;
      const changed = { ...known, status };
      desires.set(desireId, changed);
      return changed;
    },
    /** Lowest and highest price among the stones that match; null when none does. */
    price(asked: Partial<Desire>, stones: readonly Stone[]): { minimum: number; maximum: number } | null {
      const { weight = {}, shape = [] } = asked;
      const prices = stones
        .filter(
          (stone) =>
            stone.weight >= (weight.minimum ?? 0) &&
            stone.weight <= (weight.maximum ?? Infinity) &&
            (shape.length === 0 || shape.includes(stone.shapeCode ?? '')) &&
            GRADED.every((name) => !asked[name]?.length || asked[name].includes(stone[name] ?? '')),
        )
        .map((stone) => stone.total!);
      return prices.length === 0 ? null : { minimum: Math.min(...prices), maximum: Math.max(...prices) };
    },
  };
  /** The calls on requests for similar stones; null for any other. */
  function answer(
    call: string,
    body: Record<string, unknown>,
    { seesPrices, freeStones, request, announce }: MadeCircumstances,
  ): FakeAnswer | null {
    const asked = body['desire'] as Partial<Desire>;
    switch (call) {
      case 'carted_desires':
        return { status: 200, body: kept.of('CART') };
      case 'open_desires':
        return { status: 200, body: kept.of('ACTIVE') };
      case 'closed_desires':
        return { status: 200, body: kept.of('CLOSED') };
      case 'desire_price': {
        const price = seesPrices ? kept.price(asked, freeStones()) : null;
        return price
          ? { status: 200, body: price }
          : { status: 402, body: { message: 'No available stone with a price matches this request.' } };
      }
      case 'desire_stone':
        return { status: 200, body: { desire: kept.cart(asked), position: announce() } };
      case 'update_desire': {
        const updates = body as unknown as { desireId: string; status: Desire['status'] }[];
        const changed = updates.flatMap(({ desireId, status }) => kept.become(desireId, status) ?? []);
        return { status: 200, body: { desires: changed, declined: [], position: announce() } };
      }
      case 'request_stones_similar': {
        const wanted = (body['desires'] as { desireId: string }[]).map(({ desireId }) => desireId);
        for (const desireId of wanted) kept.become(desireId, 'ACTIVE');
        const remarks = typeof body['remarks'] === 'string' ? body['remarks'] : null;
        const answered = request(body['parcelNames'] as string[], remarks);
        announce();
        return {
          ...answered,
          body: { ...(answered.body as object), desires: { requested: wanted, declined: [] } },
        };
      }
      default:
        return null;
    }
  }

  return { ...kept, answer };
}
