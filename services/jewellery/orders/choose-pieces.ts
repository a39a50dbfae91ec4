import type { InstructionPlaced } from '#contracts/events/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { decideRequest, type InstructionLedger, type Instructing } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import type { Allotment } from './allot-pieces.ts';
import { supplyOf, type Supply } from './supply.ts';

/** So many pieces of a model are wanted for an order. */
export type WantedModel = { key: string; model: string; orderId: string; quantity: number };

export type Choice = { allotments: Allotment[]; placed: InstructionPlaced };

/**
 * The pieces for one instruction: of each model the oldest listed that are left when those who waited before have
 * theirs, as many as are wanted. A piece that turns out to be taken is replaced by the next. Null when there is none.
 * Throws the refusals of an instruction: of what is chosen all or nothing is requested (rules, section 3).
 */
export async function choosePieces(
  context: JewelleryContext,
  who: Instructing,
  ledger: InstructionLedger,
  {
    wanted,
    passedOver,
    instructionId,
    remarks,
  }: {
    wanted: readonly WantedModel[];
    passedOver: ReadonlySet<string>;
    instructionId: string;
    remarks: string | undefined;
  },
): Promise<Choice | null> {
  const supply = await supplyOf(
    context,
    wanted.map(({ key }) => key),
    BigInt(ledger.lastEffect),
  );
  const taken = new Set<string>();
  for (;;) {
    const allotments = shareOut(wanted, supply, { fm: ledger.access.fmAllowed, passedOver, taken });
    const parcelNames = allotments.flatMap((one) => one.parcelNames);
    if (parcelNames.length === 0) return null;
    try {
      const placed = await decideRequest(context, who, ledger, {
        instructionId,
        line: 'jewellery',
        parcelNames,
        remarks,
        key: instructionId,
      });
      return { allotments, placed };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'PARCEL_REFUSED') throw error;
      // The read model is behind the pieces' streams: someone was faster.
      for (const { field } of error.errors ?? []) taken.add(parcelNames[Number(field.split('.')[1])]!);
    }
  }
}

type Sharing = { fm: boolean; passedOver: ReadonlySet<string>; taken: ReadonlySet<string> };

/** Pure: the pieces of each order. Who waited before is left as many of the oldest as it still lacks, unless it was passed over. */
export function shareOut(
  wanted: readonly WantedModel[],
  { pieces, waiting }: Supply,
  { fm, passedOver, taken }: Sharing,
): Allotment[] {
  return wanted.flatMap(({ key, orderId, quantity }) => {
    const ahead = waiting.filter(
      ({ modelKey, order }) =>
        modelKey === key && order.orderId !== orderId && !passedOver.has(order.orderId),
    );
    const reserved = ahead.reduce((sum, { open }) => sum + open, 0);
    const free = pieces.filter(
      (piece) => piece.modelKey === key && (fm || !piece.fm) && !taken.has(piece.parcelName),
    );
    const parcelNames = free.slice(reserved, reserved + quantity).map((piece) => piece.parcelName);
    return parcelNames.length === 0 ? [] : [{ orderId, parcelNames }];
  });
}
