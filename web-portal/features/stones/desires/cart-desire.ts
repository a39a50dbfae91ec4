import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DesireReply } from '#contracts/api/desires.ts';
import { thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../../lib/api-client.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { listQuery } from '../../../lists/api/get-list.ts';
import { desiresAmong, type DesiredProperties, type Wanted } from '../../../lists/list-row.ts';
import { placeDesires } from '../../../lists/place-desires.ts';
import { useUpdateDesires } from '../../../lists/api/update-desires.ts';

type CartDesire = { desired: DesiredProperties; wanted: Wanted; commandId: string };

/** Puts a request for similar stones into the cart, unless the same is in it (POST /inventory/desire_stone). */
export function useCartDesire() {
  const client = useQueryClient();
  const { updateDesires } = useUpdateDesires();
  const mutation = useMutation({
    meta: { operation: 'Request for a similar stone' },
    mutationFn: async ({ desired, wanted, commandId }: CartDesire) => {
      // Until the cart has come the row offers what may be in it already.
      const { rows } = await client.ensureQueryData(listQuery('natural', 'cart'));
      if (desiresAmong(rows).some((carted) => sameWanted(carted, wanted))) return null;
      return await call({
        path: '/inventory/desire_stone',
        body: { desire: desired },
        commandId,
        read: (body) => replyWith<DesireReply>(body, 'desire'),
      });
    },
    onSuccess: (answer) => {
      if (answer === null) return;
      const { desire } = answer.data;
      placeDesires(client, [desire]);
      toastSuccess('Added to Cart', () => void updateDesires([desire.desireId], 'CANCELLED'));
    },
  });
  return {
    carting: mutation.isPending,
    cartDesire: (asked: Omit<CartDesire, 'commandId'>) =>
      mutation.mutate({ ...asked, commandId: newCommandId() }),
  };
}

/** True when both ask for the same, whatever the order; their words leave out the third decimal of a weight. */
export const sameWanted = ({ desire: a }: Wanted, { desire: b }: Wanted): boolean => asText(a) === asText(b);

function asText({ weight, ...lists }: DesiredProperties): string {
  const { shape, colour, clarity, fluorescence, cut, polish, symmetry } = lists;
  const ends = [weight.minimum, weight.maximum].map((carats) => carats && thousandthsOf(carats));
  const values = [shape, colour, clarity, fluorescence, cut, polish, symmetry];
  return JSON.stringify([ends, ...values.map((list) => list.toSorted())]);
}
