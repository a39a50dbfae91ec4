import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanReply, PlanSummary } from '#contracts/api/reassortment-jobs.ts';
import { planDifference } from '#contracts/api/reassortment-plans.ts';
import { Select } from '#web-shared/components/select/select.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { Loaded } from '../components/loaded.tsx';
import { call } from '../providers/http-client.ts';
import { PlanDifferenceView } from './plan-difference-view.tsx';
import { Section } from './section.tsx';

type ComparedPlansProps = {
  customerId: number;
  plan: PlanReply;
  /** The other plans of its ideal, newest first. */
  others: readonly PlanSummary[];
  storeName: (storeId: string) => string;
};

/** A plan beside another one of the same ideal: what they do differently. */
export function ComparedPlans({ customerId, plan, others, storeName }: ComparedPlansProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  const difference = useQuery({
    queryKey: ['reassort', customerId, 'difference', plan.id, other?.id],
    enabled: other !== undefined,
    queryFn: () => {
      const path = `/api/reassortment/plans/${encodeURIComponent(plan.id)}/difference`;
      return call(`${path}?to=${encodeURIComponent(other?.id ?? '')}`, planDifference, {
        method: 'GET',
        customer: customerId,
      });
    },
    staleTime: Infinity,
  });
  return (
    <Section
      title="Comparison"
      about={
        other
          ? 'What the two plans do differently, side by side.'
          : 'There is no other plan of this ideal inventory yet.'
      }
      actions={
        other && (
          <Select
            label="Compare with"
            value={other.id}
            choices={others.map((each) => [each.id, planName(each)])}
            onChange={setChosen}
          />
        )
      }
    >
      {other && (
        <Loaded query={difference} noun="comparison" height={240}>
          {(found) => (
            <PlanDifferenceView
              difference={found}
              first={planName(plan)}
              second={planName(other)}
              storeName={storeName}
            />
          )}
        </Loaded>
      )}
    </Section>
  );
}

/** A plan by when it was made, and who had it made. */
export const planName = ({ madeAt, madeBy }: Pick<PlanSummary, 'madeAt' | 'madeBy'>): string =>
  `${formatMoment(madeAt)}, ${madeBy}`;
