import { expect } from 'vitest';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

export const today = (): HouseDay => houseDayOf(new Date().toISOString(), ZONE);

/** What is done to parcels whose audit is asked for, and the wait until it shows that. */
export function audited(vitrine: SmallVitrine) {
  return {
    /** The search itself waits for what its caller has done; here for what others have. */
    async shown(): Promise<void> {
      await vitrine.shown();
      const head = String(await vitrine.context.events.headPosition());
      const admin = await vitrine.as('admin');
      const { headers } = await admin.get('/api/history', { headers: { 'min-position': head } });
      if (headers.get('x-stale') !== null) throw new Error('the audit stayed behind the log');
    },
    async instruct(call: string, parcelName: string, remarks?: string, who = 'alder'): Promise<void> {
      const caller = await vitrine.as(who);
      const reply = await caller.post(`/inventory/${call}`, { parcelNames: [parcelName], remarks });
      expect(reply.status, reply.text).toBe(200);
    },
    async correct(call: 'undo' | 'change_date', body: object): Promise<void> {
      const reply = await (await vitrine.as('admin')).post(`/inventory/${call}`, body);
      expect(reply.status, reply.text).toBe(200);
    },
  };
}
