import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { vendorCommands } from '../index.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

test('of vendors that are given the same folder at the same time one has it', async () => {
  const vendors = Array.from({ length: 8 }, (_, index) => 40 + index);
  for (const id of vendors)
    await vendorCommands.register(vitrine.context, { commandId: `vendor-${id}`, actor: ADMINISTRATOR }, id, {
      settings: { name: `Vendor ${id}` },
    });
  const admin = await vitrine.as('admin');
  const save = (id: number, folder: string) =>
    admin.post(
      `/api/vendors/${id}/feed-source`,
      { place: { type: 'FOLDER', folder }, schedule: null },
      { method: 'PUT' },
    );
  for (const folder of ['first', 'second', 'third']) {
    const replies = await Promise.all(vendors.map((id) => save(id, folder)));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...vendors.slice(1).map(() => 409)]);
    const owner = vendors[replies.findIndex(({ status }) => status === 200)]!;
    expect(replies.find(({ status }) => status === 409)?.json).toMatchObject({
      code: 'FOLDER_TAKEN',
      field: 'place.folder',
      message: `The folder ${folder} is that of vendor ${owner}: give another one.`,
    });
    // Its own folder it may save again.
    expect((await save(owner, folder)).status).toBe(200);
  }
});
