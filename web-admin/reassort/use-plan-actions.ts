import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { cartReply, instructionReply } from '#contracts/api/stones.ts';
import { formatNumberOf } from '#web-shared/formats/figures.ts';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';

const NOTHING: ReadonlySet<string> = new Set();
const namesReply = z.array(z.object({ parcelName: z.string() }));

/** The natural stones in the customer's cart, also those of an earlier visit or of somebody else; none until they are known. */
export function useCart(customerId: number): ReadonlySet<string> {
  const { data = NOTHING } = useQuery({
    queryKey: ['/inventory/cart', customerId],
    queryFn: async ({ signal }) => {
      const stones = await call('/inventory/cart', namesReply, {
        customer: customerId,
        signal,
      });
      return new Set(stones.map(({ parcelName }) => parcelName));
    },
  });
  return data;
}

/** What a plan suggests, done with one click on the customer's behalf; `done` are the parcels that it was done with. */
export function usePlanActions(customerId: number) {
  const { busy, act } = useAct();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const note = (parcelNames: readonly string[]): void => setDone(new Set([...done, ...parcelNames]));
  return {
    busy,
    done,
    addToCart: (parcelNames: readonly string[]): Promise<boolean> =>
      act('cart', async () => {
        await call('/inventory/cart_stones', cartReply, { body: { parcelNames }, customer: customerId });
        note(parcelNames);
        return 'Added to Cart';
      }),
    takeBack: (parcelNames: readonly string[]): Promise<boolean> =>
      act('return', async () => {
        const body = { parcelNames, remarks: 'Suggested by the reassortment plan.' };
        const reply = await call('/inventory/return', instructionReply, { body, customer: customerId });
        note(reply.done);
        const { length } = reply.done;
        const outcome = `${formatNumberOf(length, ['stone is', 'stones are'])} on the way back.`;
        if (reply.declined.length === 0) return outcome;
        // What was declined can be tried again once its reason is gone.
        const reasons = reply.declined.map(
          ({ parcelName, reason }) => `${parcelName} could not be returned: ${reason}`,
        );
        throw new Error([...(length > 0 ? [outcome] : []), ...reasons].join('\n'));
      }),
  };
}
