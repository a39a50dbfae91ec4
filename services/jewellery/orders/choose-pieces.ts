import type { CustomerState } from '#contracts/customer/index.ts';
import type { InstructionPlaced } from '#contracts/events/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { decideRequest, type Instructing } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import type { Allotment } from './allot-pieces.ts';
import { givenBackSince } from './given-back-since.ts';
import { planFor } from './plan-for.ts';
import { supplyOf, type SuppliedPiece } from './supply.ts';

/** How many pieces of a model an order wants; `placedPosition` is its place in the log, once it has one. */
export type WantedModel = {
  key: string;
  model: string;
  orderId: string;
  quantity: number;
  placedPosition?: number;
};

/** What the customer named itself, to be requested by the same instruction: parcels of any line, carted desires. */
export type Named = { parcelNames: readonly string[]; desireIds: readonly string[] };

export type Choice = { allotments: Allotment[]; placed: InstructionPlaced };

/**
 * The pieces for one instruction: of each model the oldest listed that are left over by those who waited before, as
 * many as are wanted. A piece that turns out to be taken is replaced by the next. Together with what was `named`, they
 * are requested all or nothing (rule: All or nothing). Null when there is nothing to request. Throws the refusals of an
 * instruction.
 */
export async function choosePieces(
  context: JewelleryContext,
  who: Instructing,
  customer: CustomerState,
  {
    wanted,
    instructionId,
    remarks,
    named,
  }: {
    wanted: readonly WantedModel[];
    instructionId: string;
    remarks: string | undefined;
    named?: Named | undefined;
  },
): Promise<Choice | null> {
  const supply = await supplyOf(
    context,
    wanted.map(({ key }) => key),
    BigInt(customer.instructions.lastEffect),
    [who.customerId],
  );
  const plans = await Promise.all(wanted.map(({ key }) => planFor(context, key, supply)));
  // The reactor then fills the orders of those who waited before.
  const taken = new Set(plans.flat().map((match) => match.parcelName));
  for (const name of named?.parcelNames ?? []) taken.add(name);
  for (;;) {
    const allotments = shareOut(wanted, supply.pieces, {
      fm: customer.record?.access.fmAllowed ?? false,
      taken,
      customerId: who.customerId,
    });
    const chosen = allotments.flatMap((one) => one.parcelNames);
    if (chosen.length === 0 && !named) return null;
    const back = await givenBack(context, who.customerId, { allotments, wanted });
    for (const name of back) taken.add(name);
    if (back.length > 0) continue;
    const parcelNames = [...(named?.parcelNames ?? []), ...chosen];
    const desireIds = named?.desireIds ?? [];
    const line = named ? null : 'jewellery';
    try {
      const placed = await decideRequest(
        context,
        who,
        customer,
        { instructionId, line, parcelNames, desireIds, remarks },
        named?.parcelNames,
      );
      return { allotments, placed };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'PARCEL_REFUSED') throw error;
      // The read model is behind the pieces' streams: someone was faster. Nothing can replace what was named.
      const refused = (error.errors ?? []).map(({ field }) => field);
      const gone = chosen.filter((name) => refused.includes(`parcelNames.${parcelNames.indexOf(name)}`));
      if (gone.length === 0) throw error;
      for (const name of gone) taken.add(name);
    }
  }
}

/** The chosen pieces that the customer has given back since it placed the order, by their own streams. */
async function givenBack(
  context: JewelleryContext,
  customerId: number,
  { allotments, wanted }: { allotments: readonly Allotment[]; wanted: readonly WantedModel[] },
): Promise<string[]> {
  const placedAt = new Map(wanted.map(({ orderId, placedPosition }) => [orderId, placedPosition]));
  const chosen = allotments.flatMap(({ orderId, parcelNames }) => {
    const position = placedAt.get(orderId);
    return position === undefined ? [] : parcelNames.map((name) => ({ name, position }));
  });
  const back = await Promise.all(
    chosen.map(({ name, position }) => givenBackSince(context, name, { customerId, position })),
  );
  return chosen.filter((_piece, index) => back[index]).map(({ name }) => name);
}

type Sharing = { fm: boolean; taken: ReadonlySet<string>; customerId: number };

/**
 * Pure: the pieces for each order, oldest listed first, without those that are taken, closed to the customer, or given
 * back by it since the order was placed.
 */
function shareOut(
  wanted: readonly WantedModel[],
  pieces: readonly SuppliedPiece[],
  { fm, taken, customerId }: Sharing,
): Allotment[] {
  return wanted.flatMap(({ key, orderId, quantity, placedPosition = Infinity }) => {
    const free = pieces.filter(
      (piece) =>
        piece.modelKey === key &&
        (fm || !piece.fm) &&
        !taken.has(piece.parcelName) &&
        (piece.givenBack.get(customerId) ?? 0) <= placedPosition,
    );
    const parcelNames = free.slice(0, quantity).map((piece) => piece.parcelName);
    return parcelNames.length === 0 ? [] : [{ orderId, parcelNames }];
  });
}
