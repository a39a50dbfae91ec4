import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { binReply, binTemplate, type BinTemplate } from '#contracts/api/reassortment.ts';
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
 * The version in which an ideal inventory was first shown. It stays when the ideal is read again by itself, so that what a
 * colleague did meanwhile is not cleared unseen, and moves once `noteSeen` has read it again.
 */
export function useSeenVersion(customerId: number, { id, version }: BinTemplate) {
  const client = useQueryClient();
  const [seen, setSeen] = useState(version);
  const noteSeen = async (): Promise<void> => {
    const queryKey = templatesKey(customerId);
    await client.invalidateQueries({ queryKey });
    const now = client.getQueryData<BinTemplate[]>(queryKey)?.find((each) => each.id === id);
    if (now) setSeen(now.version);
  };
  return { seen, noteSeen };
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
