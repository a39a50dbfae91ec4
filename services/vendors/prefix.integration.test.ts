import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VendorResource } from '#contracts/api/vendors.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { recordOffer, vendorCommands } from './index.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  admin = await vitrine.as('admin');
});
afterAll(() => vitrine.close());

const put = (path: string, body: object) => admin.post(path, body, { method: 'PUT' });
const prefixOf = async (id: number) =>
  ((await admin.get(`/api/vendors/${id}`)).json as VendorResource).dxPrefix;

test('the prefix of a vendor can be changed until it has stones', async () => {
  const command = (commandId: string) => ({ commandId, actor: ADMINISTRATOR });
  await vendorCommands.register(vitrine.context, command('prefix'), 30, {
    settings: { name: 'Prefixed', dxPrefix: 'A-' },
  });
  await vitrine.shown();
  expect((await put('/api/vendors/30', { dxPrefix: 'B-' })).status).toBe(200);
  await recordOffer(
    vitrine.context,
    {
      vendor: { vendorId: 30, markupPpm: 0 },
      cause: 'prefix',
      at: new Date().toISOString(),
      command: command('offer'),
    },
    {
      parcelName: 'B-1',
      line: 'natural',
      attributes: { weight: 1010 },
      costCents: 500_000,
      vendorAvailability: 'IN_STOCK',
    },
  );

  const message =
    'The prefix stays B-: 1 parcel of the vendor is named with it. Register another vendor for the new prefix.';
  expect(await put('/api/vendors/30', { dxPrefix: 'C-' })).toMatchObject({
    status: 409,
    json: { code: 'PREFIX_IN_USE', field: 'dxPrefix', message },
  });
  const old = await put('/vendor/edit', { vendorId: 30, dxPrefix: 'C-' });
  expect([old.status, old.text]).toEqual([402, expect.stringContaining(message)]);
  await expect(
    vendorCommands.changeSettings(vitrine.context, command('command line'), 30, {
      changes: { dxPrefix: 'C-' },
    }),
  ).rejects.toThrow(message);
  expect(await prefixOf(30)).toBe('B-');
  // What is sent as it was is no change.
  expect((await put('/api/vendors/30', { dxPrefix: 'B-', legalName: 'Prefixed BV' })).status).toBe(200);
});
