import type { BackOrdered, JewelleryModel, OwnBackOrder } from '#contracts/api/jewellery.ts';
import type { FakeAnswer, MadeCircumstances } from './made-answer.ts';
import type { MadeParcel } from './made-lines.ts';

type Edit = Partial<Pick<JewelleryModel, 'additionalQuantity' | 'hide'>> & {
  tier?: string | null;
  photoUrl?: string | null;
  stillPhotoUrl?: string | null;
};

/** The fake server's jewellery models: what its pieces are of. */
export function openMadeModels(pieces: readonly MadeParcel[], isFree: (name: string) => boolean) {
  const edits = new Map<string, Edit>();
  const backOrders = new Map<string, number>();
  const waiting = (): OwnBackOrder[] =>
    [...backOrders].map(([name, open]) => ({
      id: `order-${name}`,
      model: name,
      quantity: open,
      filled: 0,
      cancelled: 0,
      open,
      placedAt: '2026-01-05T15:00:00.000Z',
    }));
  const names = [...new Set(pieces.map((piece) => piece.model!))].sort();
  const ofModel = (name: string): MadeParcel[] => pieces.filter((piece) => piece.model === name);
  const freeOf = (name: string): MadeParcel[] => ofModel(name).filter((piece) => isFree(piece.parcelName));

  const model = (name: string): JewelleryModel => {
    const [first] = ofModel(name);
    const edit = edits.get(name) ?? {};
    const additionalQuantity = edit.additionalQuantity ?? 0;
    const free = freeOf(name);
    const available = free.length;
    return {
      name,
      description: first!.modelDescription,
      type: first!.modelType,
      subType: first!.modelSubType,
      finish: first!.modelFinish,
      total: (free[0] ?? first!).total,
      ...(available > 0 && { pieceTotals: free.map(({ total }) => total ?? null) }),
      availableQuantity: available,
      availableTotalQty: available + additionalQuantity,
      additionalQuantity,
      ...(edit.photoUrl && { photoUrl: edit.photoUrl }),
      ...(edit.tier && { tier: edit.tier as NonNullable<JewelleryModel['tier']> }),
      labGrown: false,
      hide: edit.hide ?? false,
      ...(backOrders.get(name) && { backOrdered: backOrders.get(name) }),
    };
  };
  const kept = {
    all: (): JewelleryModel[] => names.map(model),
    edit(name: string, edit: Edit): JewelleryModel | null {
      if (!names.includes(name)) return null;
      edits.set(name, { ...edits.get(name), ...edit });
      return model(name);
    },
    /** The pieces that an order gets, none of those that are `named` beside it, and what of it waits. */
    order(
      asked: readonly string[],
      named: readonly string[] = [],
    ): {
      pieces: string[];
      backOrdered: BackOrdered[];
    } {
      const chosen: string[] = [];
      const backOrdered: BackOrdered[] = [];
      for (const name of new Set(asked)) {
        const wanted = asked.filter((each) => each === name).length;
        const free = freeOf(name)
          .filter((piece) => !named.includes(piece.parcelName))
          .slice(0, wanted);
        chosen.push(...free.map((piece) => piece.parcelName));
        if (free.length < wanted) {
          backOrdered.push({ orderId: `order-${name}`, model: name, quantity: wanted - free.length });
          backOrders.set(name, (backOrders.get(name) ?? 0) + wanted - free.length);
        }
      }
      return { pieces: chosen, backOrdered };
    },
  };
  /** The calls on jewellery models; null for any other. */
  function answer(
    call: string,
    body: Record<string, unknown>,
    { request, announce }: MadeCircumstances,
  ): FakeAnswer | null {
    switch (call) {
      case 'available_models':
        return { status: 200, body: kept.all().filter(({ hide }) => !hide) };
      case 'all_models':
        return { status: 200, body: kept.all() };
      case 'update_model': {
        const { name, ...edit } = body['model'] as { name: string };
        const edited = kept.edit(name, edit);
        announce();
        return edited
          ? { status: 200, body: edited }
          : { status: 402, body: { message: 'There is no such model.' } };
      }
      case 'request_models': {
        const { pieces, backOrdered } = kept.order(body['parcelNames'] as string[]);
        const answered = request(pieces, null);
        return { status: 200, body: { ...(answered.body as object), backOrdered } };
      }
      case 'back_orders':
        return { status: 200, body: waiting() };
      case 'cancel_back_order': {
        const order = waiting().find(({ id }) => id === body['orderId']);
        if (!order) return { status: 409, body: { message: 'Nothing of this order is open any more.' } };
        backOrders.delete(order.model);
        announce();
        return { status: 200, body: { ...order, open: 0, cancelled: order.open } };
      }
      default:
        return null;
    }
  }

  return { ...kept, answer };
}
