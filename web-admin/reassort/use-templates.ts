import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { binReply, binTemplate, type BinTemplate } from '#contracts/api/reassortment.ts';
import { withOwnBins } from '#contracts/reassortment/reassortment.ts';
import { call } from '../providers/http-client.ts';

export const templatesKey = (customerId: number) => ['reassort', customerId, 'templates'];

/** A customer's ideal inventories, active ones first, the newest of each before the others. */
export function useTemplates(customerId: number) {
  return useQuery({
    queryKey: templatesKey(customerId),
    queryFn: async () => {
      const templates = await call('/reassortment/getbintemplates', z.array(binTemplate), {
        customer: customerId,
      });
      return templates.toReversed().toSorted((a, b) => Number(b.active) - Number(a.active));
    },
  });
}

/**
 * The version of an ideal inventory that was first read since its page was opened (`isRead`): what was kept of an earlier
 * visit is not what its page is of. It stays when the ideal is read again by itself, so that what a colleague did meanwhile
 * is not cleared unseen, and moves with one's own edit (`noteEdited`) and once a refusal has shown what was not seen (`noteSeen`).
 */
export function useSeenVersion(customerId: number, { id, version }: BinTemplate, isRead: boolean) {
  const client = useQueryClient();
  const [first, setFirst] = useState<string | null>(null);
  if (first === null && isRead) setFirst(version);
  const seen = first ?? version;
  const templateNow = async (): Promise<BinTemplate | undefined> => {
    const queryKey = templatesKey(customerId);
    await client.invalidateQueries({ queryKey });
    return client.getQueryData<BinTemplate[]>(queryKey)?.find((each) => each.id === id);
  };
  const readAgain = async (): Promise<string> => (await templateNow())?.version ?? seen;
  return {
    seen,
    /** Whether it is active still, read again. */
    isActive: async (): Promise<boolean> => (await templateNow())?.active === true,
    noteEdited: async () => setFirst(withOwnBins(seen, await readAgain())),
    noteSeen: async () => setFirst(await readAgain()),
  };
}

export const binsKey = (customerId: number, templateId: string | undefined) => [
  'reassort',
  customerId,
  'bins',
  templateId,
];

export const readBins = (customerId: number, templateId: string) =>
  call(`/reassortment/comparedialogideal/${encodeURIComponent(templateId)}`, z.array(binReply), {
    customer: customerId,
  });

/** The bins of an ideal inventory with what lies in each; of the house, its live inventory. */
export function useBins(customerId: number, templateId: string | undefined) {
  return useQuery({
    queryKey: binsKey(customerId, templateId),
    enabled: templateId !== undefined,
    queryFn: () => readBins(customerId, templateId ?? ''),
  });
}
