import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HistoryResource } from '#contracts/api/history.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** What the audit shows to administrators who see no wholesale prices (rule: Price modes). */

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

test.each(['RETAIL', 'NONE'])(
  'an administrator with the prices %s sees no money in the audit',
  async (prices) => {
    const name = `M-${prices}`;
    await vitrine.listStone(name);
    const alder = await vitrine.as('alder');
    expect(await alder.post('/inventory/request_stones', { parcelNames: [name] })).toMatchObject({
      status: 200,
    });
    await vitrine.document('MEMO', name, 7, '2026-04-10');
    await vitrine.shown();
    const narrowed = await vitrine.as('admin', { prices });
    const { json } = await narrowed.get(`/api/parcels/${name}/timeline`);
    expect(json).toMatchObject({ spells: [{ customerId: 7 }], steps: [{ type: 'StoneListed' }, {}, {}] });
    const found = await narrowed.get(
      `/api/history?filter=${encodeURIComponent(JSON.stringify({ parcel: name }))}`,
    );
    const [memo] = found.json as HistoryResource[];
    expect(memo).toMatchObject({ type: 'MEMO', facts: { version: 1 } });
    for (const shownThere of [JSON.stringify(json), found.text])
      expect(shownThere).not.toMatch(/"(frozen|listPrices|customerPrice|total|cost|amount)"/);
    expect(await narrowed.get(`/api/history/${memo!.id}/effect`)).toMatchObject({
      status: 403,
      json: { code: 'NO_PRICES' },
    });
  },
);
