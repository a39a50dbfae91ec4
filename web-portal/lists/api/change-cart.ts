import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { CartReply } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../lib/api-client.ts';
import { replyWithList } from '../../lib/plain-replies.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { showInCart } from '../list-cache.ts';
import { namesByLine, ofLine, type ParcelOfLine } from '../parcel-of-line.ts';
import { refreshRows } from './refresh-rows.ts';

type CartChange = {
  parcels: readonly ParcelOfLine[];
  into: boolean;
  commandId: string;
  /** Called when it was refused, or no answer came. */
  onRefused?: (() => void) | undefined;
};

/** The key of what is under way to or out of the cart. */
export const CART_CHANGE = ['cart-change'] as const;

/**
 * Shows in the lists again what is under way to or out of the cart, which an answer that is older took back. Answers the
 * names of those parcels of the line: how they stand is asked when their own answer comes.
 */
export function showCartChangesUnderWay(client: QueryClient, line: Line): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { state } of client
    .getMutationCache()
    .findAll({ mutationKey: CART_CHANGE, status: 'pending' })) {
    const { parcels, into } = state.variables as CartChange;
    const own = parcels.filter((parcel) => parcel.line === line).map(({ parcelName }) => parcelName);
    showInCart(client, line, own, into);
    for (const name of own) names.add(name);
  }
  return names;
}

/**
 * Puts parcels of whatever lines into the cart or takes them out (POST {prefix}/cart_stones, /uncart_stones, a call for
 * each line). The lists show it immediately, and take it back when the server refuses.
 */
export function useChangeCarts() {
  const client = useQueryClient();
  const show = (parcels: readonly ParcelOfLine[], inCart: boolean): void => {
    for (const { line, parcelNames } of namesByLine(parcels)) showInCart(client, line, parcelNames, inCart);
  };
  const mutation = useMutation({
    mutationKey: CART_CHANGE,
    meta: { operation: 'Cart' },
    mutationFn: ({ parcels, into, commandId }: CartChange) =>
      Promise.all(
        namesByLine(parcels).map(({ line, parcelNames }) =>
          call({
            path: `${LINE_FACTS[line].prefix}/${into ? 'cart_stones' : 'uncart_stones'}`,
            body: { parcelNames },
            commandId: `${commandId}-${line}`,
            read: (body) => replyWithList<CartReply>(body, 'parcelNames'),
          }),
        ),
      ),
    onMutate: ({ parcels, into }) => show(parcels, into),
    onSuccess: (_replies, { parcels, into }) => {
      if (into) toastSuccess('Added to Cart', () => change(parcels, false));
    },
    onError: (_error, { parcels, into, onRefused }) => {
      show(parcels, !into);
      onRefused?.();
    },
    onSettled: (_answer, _error, { parcels }) => {
      for (const { line, parcelNames } of namesByLine(parcels)) void refreshRows(client, line, parcelNames);
    },
  });
  const change = (parcels: readonly ParcelOfLine[], into: boolean, onRefused?: () => void): void =>
    mutation.mutate({ parcels, into, commandId: newCommandId(), onRefused });
  return {
    addToCart: (parcels: readonly ParcelOfLine[], onRefused?: () => void) => change(parcels, true, onRefused),
    removeFromCart: (parcels: readonly ParcelOfLine[], onRefused?: () => void) =>
      change(parcels, false, onRefused),
  };
}

/** The cart of one line. */
export function useChangeCart(line: Line) {
  const { addToCart, removeFromCart } = useChangeCarts();
  return {
    addToCart: (parcelNames: readonly string[], onRefused?: () => void) =>
      addToCart(ofLine(line, parcelNames), onRefused),
    removeFromCart: (parcelNames: readonly string[], onRefused?: () => void) =>
      removeFromCart(ofLine(line, parcelNames), onRefused),
  };
}
