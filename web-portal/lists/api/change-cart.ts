import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cartReply } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../lib/api-client.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { showInCart } from '../list-cache.ts';
import { refreshRows } from './refresh-rows.ts';

type CartChange = { parcelNames: readonly string[]; into: boolean; commandId: string };

/**
 * Puts stones into the cart or takes them out (POST {prefix}/cart_stones, /uncart_stones). The lists show it immediately,
 * and take it back when the server refuses.
 */
export function useChangeCart(line: Line) {
  const client = useQueryClient();
  const mutation = useMutation({
    meta: { operation: 'Cart' },
    mutationFn: ({ parcelNames, into, commandId }: CartChange) =>
      call({
        path: `${LINE_FACTS[line].prefix}/${into ? 'cart_stones' : 'uncart_stones'}`,
        body: { parcelNames },
        commandId,
        read: (body) => cartReply.parse(body),
      }),
    onMutate: ({ parcelNames, into }) => showInCart(client, line, parcelNames, into),
    onSuccess: ({ data }, { into }) => {
      if (into)
        toastSuccess('Added to Cart', () =>
          mutation.mutate({ parcelNames: data.parcelNames, into: false, commandId: newCommandId() }),
        );
    },
    onError: (_error, { parcelNames, into }) => showInCart(client, line, parcelNames, !into),
    onSettled: (_answer, _error, { parcelNames }) => void refreshRows(client, line, parcelNames),
  });
  return {
    addToCart: (parcelNames: readonly string[]) =>
      mutation.mutate({ parcelNames, into: true, commandId: newCommandId() }),
    removeFromCart: (parcelNames: readonly string[]) =>
      mutation.mutate({ parcelNames, into: false, commandId: newCommandId() }),
  };
}
