import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { cartReply, instructionReply } from '#contracts/api/stones.ts';
import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { STATUSES, type Status } from '#contracts/vocabulary/statuses.ts';
import { formatNumberOf } from '#web-shared/formats/figures.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';

/** A plan may suggest more than one call takes. */
const asCallsTake = (parcelNames: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(parcelNames.length / MOST_PARCELS) }, (_, call) =>
    parcelNames.slice(call * MOST_PARCELS, (call + 1) * MOST_PARCELS),
  );

const listReply = z.array(z.object({ parcelName: z.string(), status: z.enum(STATUSES) }));

/**
 * The natural stones of a list of the customer's with their statuses, also what was done on an earlier visit or by
 * somebody else; undefined until they are known.
 */
export function useStatuses(
  customerId: number,
  list: '/inventory/cart' | '/inventory/customer',
): ReadonlyMap<string, Status> | undefined {
  const { data } = useQuery({
    queryKey: [list, customerId],
    queryFn: async ({ signal }) => {
      const stones = await call(list, listReply, { customer: customerId, signal });
      return new Map(stones.map(({ parcelName, status }) => [parcelName, status]));
    },
  });
  return data;
}

/** What a plan suggests, done with one click on the customer's behalf; `done` are the parcels that it was done with. */
export function usePlanActions(customerId: number) {
  const { busy, act } = useAct();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const note = (parcelNames: readonly string[]): void =>
    setDone((before) => new Set([...before, ...parcelNames]));
  return {
    busy,
    done,
    addToCart: (parcelNames: readonly string[]): Promise<boolean> =>
      act('cart', async () => {
        let added = 0;
        for (const some of asCallsTake(parcelNames)) {
          const body = { parcelNames: some };
          try {
            await call('/inventory/cart_stones', cartReply, { body, customer: customerId });
          } catch (failure) {
            if (added === 0) throw failure;
            throw new Error(
              `${formatNumberOf(added, ['stone is', 'stones are'])} in the Cart.\n${messageOf(failure)}`,
            );
          }
          note(some);
          added += some.length;
        }
        return 'Added to Cart';
      }),
    takeBack: (parcelNames: readonly string[]): Promise<boolean> =>
      act('return', async () => {
        let returned = 0;
        const reasons: string[] = [];
        for (const some of asCallsTake(parcelNames)) {
          const body = { parcelNames: some, remarks: 'Suggested by the reassortment plan.' };
          try {
            const reply = await call('/inventory/return', instructionReply, { body, customer: customerId });
            note(reply.done);
            returned += reply.done.length;
            for (const { parcelName, reason } of reply.declined)
              reasons.push(`${parcelName} could not be returned: ${reason}`);
          } catch (failure) {
            if (returned + reasons.length === 0) throw failure;
            reasons.push(messageOf(failure));
            break;
          }
        }
        const outcome = `${formatNumberOf(returned, ['stone is', 'stones are'])} on the way back.`;
        if (reasons.length === 0) return outcome;
        // What was declined can be tried again once its reason is gone.
        throw new Error([...(returned > 0 ? [outcome] : []), ...reasons].join('\n'));
      }),
  };
}
