import { useQuery } from '@tanstack/react-query';
import { planReply, type PlanReply } from '#contracts/api/reassortment-jobs.ts';
import { call } from '../providers/http-client.ts';

/** A plan with its answer; none is read without an id. */
export function usePlan(customerId: number, planId: string | undefined) {
  return useQuery({
    queryKey: ['reassort', customerId, 'plan', planId],
    enabled: planId !== undefined,
    queryFn: () =>
      call(`/api/reassortment/plans/${encodeURIComponent(planId ?? '')}`, planReply, {
        method: 'GET',
        customer: customerId,
      }),
    // A plan never changes.
    staleTime: Infinity,
  });
}

/** The customer's stones that a plan speaks of, in order. */
export const stonesOf = ({ bins, suggestedRemovals }: PlanReply): string[] =>
  [
    ...new Set([
      ...bins.flatMap(({ customerStoneIds }) => customerStoneIds),
      ...suggestedRemovals.flatMap(({ names }) => names),
    ]),
  ].toSorted();
