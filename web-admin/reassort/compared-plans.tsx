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
  /** The plans of its ideal, newest first. */
  plans: readonly PlanSummary[];
  storeName: (storeId: string) => string;
};

/** A plan beside another one of the same ideal: what they do differently. */
export function ComparedPlans({ customerId, plan, plans, storeName }: ComparedPlansProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const names = planNames(plans);
  const others = plans.filter(({ id }) => id !== plan.id);
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
          ? 'The differences between the two plans, side by side.'
          : 'There is no other plan of this ideal inventory yet.'
      }
      actions={
        other && (
          <Select
            label="Compare with"
            value={other.id}
            choices={others.map(({ id }) => [id, names.get(id) ?? id])}
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
              first={names.get(plan.id) ?? ''}
              second={names.get(other.id) ?? ''}
              storeName={storeName}
            />
          )}
        </Loaded>
      )}
    </Section>
  );
}

/**
 * Plans by when each was made and who had it made; further ones of the same minute and person are counted, so that no
 * two have one name.
 * @param plans newest first
 */
export function planNames(plans: readonly PlanSummary[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { id, madeAt, madeBy } of plans.toReversed()) {
    const name = `${formatMoment(madeAt)}, ${madeBy}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    names.set(id, count === 1 ? name : `${name} (${count})`);
  }
  return names;
}
