import pg from 'pg';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillResource, WireBill } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { eventually } from '#tests/support/windows.ts';
import { openOffice, type Office } from './pages/admin/office.ts';
import { lastFigure, unpacked } from './pages/download.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

const HARBOR = { customerId: 7, name: 'Harbor Light Jewelers' };
const ALDER = { customerId: 2, name: 'Alder & Pine Jewelers' };

const csv = (...rows: (string | number)[][]) => ({
  name: 'overrides.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [['customerId', 'lineKey', 'value', 'reason'], ...rows].map((row) => row.join(',')).join('\n'),
  ),
});

/**
 * The Billing screen with the newest month chosen that has bills: its name, and as bills write it. On the first days of
 * a month the demo has not billed the one before.
 */
async function newestMonth(office: Office): Promise<{ name: string; month: string }> {
  await office.shell.show('Billing');
  await office.billing.create(HARBOR.name).waitFor();
  const monthOf = (name: string): string => new Date(`${name} 1 UTC`).toISOString().slice(0, 7);
  const [, newest = '', before = ''] = await office.billing.months();
  const name = (await billsOf(office, monthOf(newest))).length > 0 ? newest : before;
  await office.billing.chooseMonth(name);
  return { name, month: monthOf(name) };
}

const billsOf = (office: Office, month: string): Promise<BillResource[]> =>
  office.read(`/api/bills?filter=${encodeURIComponent(JSON.stringify({ month }))}&range=[0,99]`);

async function newestBill(
  office: Office,
  { customerId }: { customerId: number },
  month: string,
): Promise<WireBill & { version: number }> {
  const bill = (await billsOf(office, month)).find((one) => one.newest && one.customerId === customerId);
  return office.read(`/api/bills/${bill?.id ?? 'none'}`);
}

/** Waits for a message while the file that it reports is read: it goes after some seconds. */
const saysInTime = (toast: Locator): Promise<void> => toast.waitFor({ timeout: 120_000 });

/** Keeps a run from noting what it has done, so that it cannot be over before it was seen. */
async function whileItemsWait<T>(work: () => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: vitrine.databaseUrl });
  await database.connect();
  try {
    await database.query('begin; lock table vitrine.bill_run_item in share mode');
    return await work();
  } finally {
    await database.end();
  }
}

test('Generate All refuses a sheet with a row that matches nothing whole; with one that does it bills all, counting', async (context) => {
  const office = await openOffice(await openBrowser(context), vitrine.address, 'demo-admin');
  const { page, billing, shell, problems } = office;
  for (const button of [billing.create, billing.save, billing.download]) {
    await shell.show('Billing');
    expect(await button(HARBOR.name).isDisabled()).toBe(true);
  }
  expect(await billing.generateAll.isDisabled()).toBe(true);
  expect(await billing.generateVendors.isDisabled()).toBe(true);
  const { name, month } = await newestMonth(office);
  const before = await billsOf(office, month);
  const bill = await newestBill(office, HARBOR, month);
  const fee = bill.lines.find(({ kind, amount }) => kind === 'FEE' && amount > 2);
  if (!fee) throw new Error('the demo charged no fee');

  await billing.overrides.open();
  expect(await billing.overrides.generate.isDisabled()).toBe(true);
  await billing.overrides.choose(
    csv([7, fee.key, 1, 'agreed by telephone'], [7, 'FEE:KP0:nothing', 1, 'typed wrongly']),
  );
  await billing.overrides.generate.click();
  await billing.dialog
    .getByRole('alert')
    .filter({ hasText: /nothing was billed: row 3: customer 7 has no line/ })
    .waitFor({ timeout: 60_000 });
  expect(await billsOf(office, month)).toEqual(before);

  await billing.overrides.choose(csv([7, fee.key, 1, 'agreed by telephone']));
  await billing.overrides.generate.click();
  // The bill that stands is shown beside what it becomes, before anything is replaced.
  const replaced = billing.dialog.getByRole('row', { name: new RegExp(HARBOR.name) });
  await replaced.filter({ hasText: formatPrice(bill.total) }).waitFor({ timeout: 60_000 });
  expect(await billsOf(office, month)).toEqual(before);
  const run = whileItemsWait(async () => {
    const arriving = billing.downloaded(billing.overrides.replace);
    await billing.runProgress.waitFor({ timeout: 60_000 });
    return { arriving };
  });
  const [archive] = await Promise.all([
    run.then(({ arriving }) => arriving),
    saysInTime(shell.toast(`Vitrine bills ${month}.zip was saved.`)),
  ]);
  expect(archive.name).toBe(`Vitrine bills ${month}.zip`);
  await billing.dialog.waitFor({ state: 'detached' });
  const files = unpacked(archive);
  const summary = files['summary.csv']?.toString().split('\r\n') ?? [];
  const customers = await office.read<unknown[]>('/api/customers?range=[0,99]');
  expect(summary.filter((line) => /^\d+,/.test(line))).toHaveLength(customers.length);
  const total = Math.round((bill.total - fee.amount + 1) * 100) / 100;
  expect(summary).toContainEqual(
    expect.stringMatching(new RegExp(`^7,${HARBOR.name},REPLACED,${bill.version + 1},${total.toFixed(2)},`)),
  );
  const workbook = Object.entries(files).find(([path]) => /^7 .*\.xlsx$/.test(path))?.[1];
  expect(await lastFigure(workbook ?? Buffer.alloc(0), 'Bill', 'F')).toBe(total);

  await billing
    .billOf(HARBOR.name)
    .filter({ hasText: formatPrice(total) })
    .waitFor();
  await billing.openBill(HARBOR.name);
  await office.heading(`${HARBOR.name}, ${name}`);
  expect(await billing.total()).toContain(formatPrice(total));
  const zero = bill.lines.filter(({ computed, amount }) => computed === 0 && amount === 0).length;
  await expect.poll(() => billing.lines.count(), eventually).toBe(bill.lines.length - zero);
  if (zero > 0) await page.getByRole('button', { name: /^Show \d+ lines? at zero$/ }).click();
  await expect.poll(() => billing.lines.count(), eventually).toBe(bill.lines.length);
  const overridden = billing.line(`overridden, computed ${formatPrice(fee.amount)}`);
  await overridden.locator('summary').click();
  await overridden.getByText('Overridden to $1.00: agreed by telephone').waitFor();
  for (const line of await billing.lines.all())
    if ((await line.getAttribute('open')) === null) await line.locator('summary').click();
  await expect.poll(() => billing.lines.getByText(/House: /).count(), eventually).toBe(bill.lines.length);

  await shell.show('Bill Runs');
  const listed = page.getByRole('row', { name: new RegExp(`Generate All.*${name}.*Done`) }).first();
  expect(await listed.innerText()).toMatch(/\d+ of \d+[\s\S]*\$[\d,.]+ = \$[\d,.]+ \+ /);
  expect(problems).toEqual([]);
});

test('Generate Vendors brings the statements as one archive, and its run balances', async (context) => {
  const office = await openOffice(await openBrowser(context), vitrine.address, 'demo-admin');
  const { month } = await newestMonth(office);
  const [archive] = await Promise.all([
    office.billing.downloaded(office.billing.generateVendors),
    saysInTime(office.shell.toast(`Vitrine vendor statements ${month}.zip was saved.`)),
  ]);
  expect(archive.name).toBe(`Vitrine vendor statements ${month}.zip`);
  const files = unpacked(archive);
  const names = Object.keys(files);
  expect(names.filter((name) => name.endsWith('.pdf')).length).toBe(names.length / 2);
  for (const [name, bytes] of Object.entries(files)) {
    if (name.endsWith('.pdf')) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    else expect(await lastFigure(bytes, 'Statement', 'G')).not.toBeNaN();
  }
  await office.page.goto(`${vitrine.address}/admin/vendor-statements?month=${month.replace('-', '')}`);
  const statements = office.page.getByRole('table', { name: 'Vendor statements' });
  await expect.poll(() => statements.locator('tbody tr').count(), eventually).toBe(names.length / 2);
  const vendor = await statements.locator('tbody').getByRole('link').first().innerText();
  await statements.getByRole('link', { name: vendor }).click();
  await office.heading(new RegExp(`^${vendor}, `));
  const workbook = names.find((name) => name.includes(` ${vendor} `) && name.endsWith('.xlsx')) ?? '';
  expect(await office.billing.total()).toContain(
    formatPrice(await lastFigure(files[workbook] ?? Buffer.alloc(0), 'Statement', 'G')),
  );

  await office.shell.show('Bill Runs');
  await office
    .row(/Generate Vendors.*Done/)
    .first()
    .waitFor();
  expect(office.problems).toEqual([]);
});

test('a bill is made again for one customer who has been shown both, a file is uploaded, then replaced, and what is downloaded opens', async (context) => {
  const office = await openOffice(await openBrowser(context), vitrine.address, 'demo-admin');
  const { billing, shell, problems } = office;
  const { month } = await newestMonth(office);
  await billing.create(ALDER.name).click();
  const fileName = `Vitrine bill ${month} customer 2.xlsx`;
  const [bill] = await Promise.all([
    billing.downloaded(billing.makeAgain),
    saysInTime(shell.toast(`The bill of ${ALDER.name} is ${fileName}.`)),
  ]);
  expect(bill.name).toBe(fileName);
  const { total } = await newestBill(office, ALDER, month);
  expect(await lastFigure(bill.bytes, 'Bill', 'F')).toBe(total);
  await billing
    .billOf(ALDER.name)
    .filter({ hasText: formatPrice(total) })
    .waitFor();

  const letter = (text: string) => ({
    name: 'letter.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.4 ${text}`),
  });
  await billing.save(ALDER.name).click();
  const saveNew = await billing.chooseInvoice(letter('first'));
  await expect.poll(() => billing.dialog.getByLabel('File name').inputValue(), eventually).toBe('letter.pdf');
  await expect.poll(() => saveNew.innerText(), eventually).toBe('Save New Invoice');
  await saveNew.click();
  await shell.toast('letter.pdf was saved.').waitFor();
  await billing.dialog.waitFor({ state: 'detached' });
  await billing.save(ALDER.name).click();
  const replace = await billing.chooseInvoice(letter('second'));
  await expect.poll(() => replace.innerText(), eventually).toBe('Replace Invoice');
  await replace.click();
  await shell.toast('letter.pdf was replaced.').waitFor();
  await billing.dialog.waitFor({ state: 'detached' });

  const archive = unpacked(await billing.downloaded(billing.download(ALDER.name)));
  expect(archive['letter.pdf']?.toString()).toBe('%PDF-1.4 second');
  expect(archive[bill.name]?.equals(bill.bytes)).toBe(true);
  expect(archive[bill.name.replace('.xlsx', '.pdf')]?.subarray(0, 5).toString()).toBe('%PDF-');
  expect(problems).toEqual([]);
});

test('terms that count from a billed month on: the effect is shown before saving, and explained after', async (context) => {
  const office = await openOffice(await openBrowser(context), vitrine.address, 'demo-admin');
  const { page, billing, form, shell, problems } = office;
  const { name, month } = await newestMonth(office);
  const bill = await newestBill(office, HARBOR, month);
  await form.open('/customers/7', HARBOR.name);
  await form.fill('Monthly fee (%)', '1.25');
  await form.fill('Effective from', `${month}-01`);
  await form.fill('Reason', 'the contract of that month');
  await page.getByRole('button', { name: 'Show what this changes' }).click();
  const effect = page.getByRole('region', { name: 'What these terms would change' });
  await effect
    .getByRole('row', { name: new RegExp(`^Bill .*, ${HARBOR.name}`) })
    .first()
    .waitFor({ timeout: 60_000 });
  // The bill of the month does not change: what it would have come to stands on the next one.
  const adjusted = effect.getByRole('row', { name: new RegExp(`^Adjustment of ${name}: `) });
  const differences = await Promise.all(
    (await adjusted.all()).map(async (row) => (await row.getByRole('cell').allInnerTexts())[0] ?? ''),
  );
  const centsOf = (text: string): number =>
    Math.round(Number(text.replace('−', '-').replace(/[+$,]/g, '')) * 100);
  const sum = differences.reduce((all, text) => all + centsOf(text), 0) / 100;
  expect(sum).toBeGreaterThan(0);
  const before = formatPrice(bill.total);
  const after = formatPrice(Math.round((bill.total + sum) * 100) / 100);
  // Nothing is written by looking.
  expect((await office.read<{ feeRate: number }>('/api/customers/7')).feeRate).toBe(0.95);
  await form.save();
  await form.confirmTerms();
  await shell.toast(`${HARBOR.name} was saved.`).waitFor();

  await newestMonth(office);
  await billing.openBill(HARBOR.name);
  const { words, events } = await billing.explain();
  expect(words).toBe(`${before} became ${after}`);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatch(/from demo-admin, “the contract of that month”: /);
  expect(events[0]).toContain(formatPrice(sum));
  // The bill itself stays as it was made.
  expect(await billing.total()).toContain(before);
  expect(problems).toEqual([]);
});
