import { afterAll, describe, expect, test } from 'vitest';
import { monthsFrom } from '#services/invoices/testing/invoice-house.ts';
import { startUnbilledHouse } from './testing/unbilled-house.ts';

const { vitrine, thisMonth, lastMonth, download, createAll, close } = await startUnbilledHouse();
afterAll(close);

describe('What is refused before anything is billed', () => {
  test.each([
    ['/billing/create', {}],
    ['/billing/createall', { base64Overrides: '' }],
    ['/billing/vendorall', {}],
  ])('%s: a month that has not ended', async (call, more) => {
    for (const month of [thisMonth, monthsFrom(thisMonth, 1)])
      expect((await download(call, { ...month, ...more }, { customer: '7' })).json).toMatchObject({
        field: 'month',
        message: expect.stringMatching(/has not ended: choose a month before/),
      });
    expect((await download(call, { year: 2016, month: 5, ...more }, { customer: '7' })).json).toMatchObject({
      field: 'month',
    });
  });

  test('nothing to bill: a month before the first action, a customer without stones', async () => {
    const before = await download('/billing/create', monthsFrom(lastMonth, -1), { customer: '7' });
    expect(before).toMatchObject({ status: 402, json: { code: 'NOTHING_TO_BILL', field: 'month' } });
    expect((await download('/billing/create', lastMonth, { customer: '9' })).json).toMatchObject({
      message: expect.stringMatching(/^There is nothing to bill for \w+ \d{4}\.$/),
    });
  });

  test('an overrides sheet with a row that matches nothing names the row, and nothing changes', async () => {
    const head = await vitrine.context.events.headPosition();
    const refused = await createAll(
      [7, 'feeRate', 0.5, 'trial'],
      [null, null, null, null],
      [7, 'FEE:N-9:nothing', 1, 'typed wrongly'],
      [4711, 'feeRate', 1, 'nobody'],
    );
    expect(refused).toMatchObject({
      status: 402,
      json: { code: 'WRONG_OVERRIDES', field: 'base64Overrides' },
    });
    const { message } = refused.json as { message: string };
    expect(message).toMatch(
      /nothing was billed: row 4: customer 7 has no line "FEE:N-9:nothing".*take the key from a bill/,
    );
    expect(message).toMatch(/row 5: there is no customer 4711: correct customerId, or remove the row/);
    const unreadable = [7, 'feeRate', 'much', 'x'];
    expect((await createAll(unreadable)).json).toMatchObject({
      message: expect.stringMatching(/row 2 has no number as its value/),
    });
    // What cannot be read and what matches nothing are named together: the sheet is mended once.
    expect((await createAll([4711, 'feeRate', 1, 'nobody'], unreadable)).json).toMatchObject({
      message: expect.stringMatching(/row 2: there is no customer 4711.*; row 3 has no number as its value/),
    });
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test.each([
    ['no base64', '§', /base64Overrides must be the file's bytes in base64/],
    ['nothing', '', /The file is empty/],
    ['a sheet without its columns', Buffer.from('a,b\n1,2\n').toString('base64'), /needs a header row/],
  ])('overrides that are %s', async (_, base64Overrides, message) => {
    const refused = await download('/billing/createall', { ...lastMonth, base64Overrides });
    expect(refused).toMatchObject({
      status: 402,
      json: { field: 'base64Overrides', message: expect.stringMatching(message) },
    });
  });

  test('vendors before any bill', async () => {
    expect((await download('/billing/vendorall', lastMonth)).json).toMatchObject({ code: 'NO_BILLS' });
  });
});
