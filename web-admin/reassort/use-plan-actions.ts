import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { cartReply, instructionReply } from '#contracts/api/stones.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { STATUSES, type Status } from '#contracts/vocabulary/statuses.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { useAct } from '../components/use-act.ts';
import { call, errorsOf } from '../providers/http-client.ts';

type StoneList = '/inventory/cart' | '/inventory/customer';

const listReply = z.array(z.object({ parcelName: z.string(), status: z.enum(STATUSES) }));

/**
 * The natural stones of a list of the customer's with their statuses, also what was done on an earlier visit or by
 * somebody else; undefined until they are known.
 */
export const useStatuses = (customerId: number, list: StoneList): ReadonlyMap<string, Status> | undefined =>
  useList(customerId, list).data;

/** The same with when it was read. */
const useList = (customerId: number, list: StoneList) =>
  useQuery({
    queryKey: [list, customerId],
    queryFn: async ({ signal }) => {
      const stones = await call(list, listReply, { customer: customerId, signal });
      return new Map(stones.map(({ parcelName, status }) => [parcelName, status]));
    },
  });

/** The messages of a refusal that names some of the parcels of the call, by their places in it. */
function refusedPlaces(failure: unknown): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  for (const [path, message] of Object.entries(errorsOf(failure) ?? {})) {
    const place = /^parcelNames\.(\d+)$/.exec(path)?.[1];
    if (place !== undefined) places.set(Number(place), message);
  }
  return places;
}

/** What of one call was done, and why the rest was not. */
type Outcome = { done: readonly string[]; reasons: readonly string[] };

/** Puts stones into the cart; those that are refused by name do not keep the others out. */
async function cart(customerId: number, parcelNames: readonly string[]): Promise<Outcome> {
  const reasons: string[] = [];
  let left = parcelNames;
  while (left.length > 0) {
    try {
      await call('/inventory/cart_stones', cartReply, { body: { parcelNames: left }, customer: customerId });
      break;
    } catch (failure) {
      const refused = refusedPlaces(failure);
      const open = left.filter((_, place) => !refused.has(place));
      if (open.length === left.length) throw failure;
      for (const [place, name] of left.entries()) {
        const reason = refused.get(place);
        if (reason !== undefined) reasons.push(reason.includes(name) ? reason : `${name}: ${reason}`);
      }
      left = open;
    }
  }
  return { done: left, reasons };
}

async function takeBack(customerId: number, parcelNames: readonly string[]): Promise<Outcome> {
  const body = { parcelNames, remarks: 'Suggested by the reassortment plan.' };
  const { done, declined } = await call('/inventory/return', instructionReply, {
    body,
    customer: customerId,
  });
  const reasons = declined.map(({ parcelName, reason }) => `${parcelName} could not be returned: ${reason}`);
  return { done, reasons };
}

/**
 * What a plan suggests, done with one click on the customer's behalf; `done` are the parcels that it was done with since
 * `list` was read, which says where they are from then on: they may leave it again.
 */
export function usePlanActions(customerId: number, list: StoneList) {
  const { busy, act } = useAct();
  const client = useQueryClient();
  const { dataUpdatedAt } = useList(customerId, list);
  /** When it was done, in milliseconds of this browser's clock as `dataUpdatedAt`. */
  const [doneAt, setDoneAt] = useState<ReadonlyMap<string, number>>(new Map());
  const done = new Set([...doneAt].flatMap(([name, at]) => (at >= dataUpdatedAt ? [name] : [])));
  /** Throws what was done and why the rest was not, which can be tried again once its reason is gone. */
  const inCalls = async (
    parcelNames: readonly string[],
    carryOut: (customerId: number, parcelNames: readonly string[]) => Promise<Outcome>,
    where: string,
  ): Promise<string> => {
    let count = 0;
    const reasons: string[] = [];
    // A plan may suggest more than one call takes.
    for (const some of inPortions(parcelNames, MOST_PARCELS)) {
      try {
        const outcome = await carryOut(customerId, some);
        const now = Date.now();
        setDoneAt((before) => new Map([...before, ...outcome.done.map((name) => [name, now] as const)]));
        count += outcome.done.length;
        reasons.push(...outcome.reasons);
      } catch (failure) {
        if (count + reasons.length === 0) throw failure;
        reasons.push(messageOf(failure));
        break;
      }
    }
    void client.invalidateQueries({ queryKey: [list, customerId] });
    const outcome = `${formatNumberOf(count, ['stone is', 'stones are'])} ${where}.`;
    if (reasons.length === 0) return outcome;
    throw new Error([...(count > 0 ? [outcome] : []), ...reasons].join('\n'));
  };
  return {
    busy,
    done,
    addToCart: (parcelNames: readonly string[]): Promise<boolean> =>
      act('cart', async () => {
        await inCalls(parcelNames, cart, 'in the Cart');
        return 'Added to Cart';
      }),
    takeBack: (parcelNames: readonly string[]): Promise<boolean> =>
      act('return', () => inCalls(parcelNames, takeBack, 'on the way back')),
  };
}
