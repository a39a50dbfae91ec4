import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import type { BillResource, holdingReply } from '#contracts/api/bills.ts';
import type { Figures } from '#contracts/api/figures.ts';
import type { CustomerResource, SuspenseResource } from '#contracts/api/back-office.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { AgeingResource, AnomalyResource } from '#contracts/api/watch-lists.ts';
import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import { readSheets, type Sheet } from '#services/platform/workbooks/index.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { openWindow } from '#tests/support/windows.ts';
import { openOffice } from './pages/admin/office.ts';
import { downloadedBy } from './pages/download.ts';
import { seriousFindings } from './pages/findings.ts';
import { loginPage } from './pages/login-page.ts';
import { shell } from './pages/shell.ts';

let vitrine: LaunchedVitrine;

beforeAll(async () => {
  vitrine = await launchVitrine();
});

afterAll(async () => {
  await vitrine?.remove();
});

const QUESTION = 'Generate a set of fresh reports? This takes 1-2 minutes.';

type Row = Record<string, unknown>;

/** The rows of a table by the names of its columns, and the totals above them. */
function tableOf(sheets: readonly Sheet[], name: string): { totals: Row; rows: Row[] } {
  const { rows } = sheets.find((sheet) => sheet.name === name)!;
  const headings = rows.find(({ row }) => row === 8)!.cells;
  const named = (cells: readonly unknown[]): Row =>
    Object.fromEntries(headings.map((heading, index) => [String(heading), cells[index] ?? null]));
  return {
    totals: named(rows.find(({ row }) => row === 7)?.cells ?? []),
    rows: rows.filter(({ row }) => row > 8).map(({ cells }) => named(cells)),
  };
}

test('a rep asks for reports, sees that they are made, gets the file, and finds it again', async (context) => {
  const { page, problems } = await openWindow(await openBrowser(context), { reducedMotion: 'reduce' });
  await loginPage(page, vitrine.address).signIn('demo-rep');
  const reports = page.getByRole('button', { name: /^Reports/ });
  await reports.click();
  const dialog = page.getByRole('dialog', { name: QUESTION });
  await dialog.getByText('Reports are kept for 30 days.').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  // The message goes after some seconds, whether the file has been saved by then or not.
  const [file] = await Promise.all([
    downloadedBy(page, () => dialog.getByRole('button', { name: 'Yes' }).click()),
    shell(page).toast('Report ready').waitFor({ timeout: 120_000 }),
  ]);
  expect(file.name).toMatch(/^Vitrine report \d{4}-\d\d-\d\d at \d+\.xlsx$/);
  const names = (await readSheets(file.bytes)).map(({ name }) => name);
  expect(names).toContain('Inventory by customer');
  expect(names).not.toContain('Margin');

  await reports.click();
  const kept = dialog.getByRole('list', { name: 'Your reports' });
  await kept.getByText(file.name).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const again = await downloadedBy(page, () => kept.getByRole('button', { name: 'Download' }).click());
  expect(Buffer.compare(again.bytes, file.bytes)).toBe(0);
  await dialog.getByRole('button', { name: 'No' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

test("the combined report's totals over the demo are those of lists, holdings and inboxes", async (context) => {
  const { page, read } = await openOffice(await openBrowser(context), vitrine.address, 'demo-admin');
  const post = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await page.request.post(`${vitrine.address}${path}`, {
      headers: { origin: vitrine.address, ...headers },
    });
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
    return reply;
  };
  const sheets = await readSheets(await (await post('/reports/combined?includeCost=true')).body());
  const inventory = tableOf(sheets, 'Inventory by customer');
  const ofCustomers = tableOf(sheets, 'Customers');
  const customers = await read<CustomerResource[]>('/api/customers');
  const sum = { exposure: 0, currentlyHolding: 0, feeBase: 0 };
  for (const { customerId } of customers) {
    const lists = [];
    for (const line of LINES)
      lists.push(
        ...((await (
          await post(`${LINE_FACTS[line].prefix}/customer`, { customer: String(customerId) })
        ).json()) as Stone[]),
      );
    const own = inventory.rows.filter((row) => String(row['Customer']).endsWith(`(${customerId})`));
    expect(own.map((row) => [row['Parcel'], row['Exposure']]).sort()).toEqual(
      lists.map(({ parcelName, total }) => [parcelName, total]).sort(),
    );
    const held = await read<z.infer<typeof holdingReply>>(`/api/holdings?customerId=${customerId}`);
    const row = ofCustomers.rows.find((one) => String(one['Customer']).endsWith(`(${customerId})`));
    expect(row).toMatchObject({ Exposure: held.exposure, Holding: held.currentlyHolding });
    sum.exposure += held.exposure;
    sum.currentlyHolding += held.currentlyHolding;
    sum.feeBase += held.feeBase;
  }
  expect(sum.exposure).toBeGreaterThan(100_000);
  for (const [column, total] of [
    ['Exposure', sum.exposure],
    ['Holding', sum.currentlyHolding],
    ['Fee base', sum.feeBase],
  ] as const)
    expect([column, inventory.totals[column]]).toEqual([column, expect.closeTo(total, 5)]);

  const memos = await read<AgeingResource[]>('/api/ageing');
  // The report counts days to that of its cut, which may be yesterday.
  expect(
    tableOf(sheets, 'Memos due')
      .rows.map((row) => row['Parcel'])
      .sort(),
  ).toEqual(memos.map(({ parcelName }) => parcelName).sort());
  const anomalies = await read<AnomalyResource[]>('/api/anomalies?filter={"overdue":false}');
  const suspense = await read<SuspenseResource[]>('/api/suspense');
  const found = tableOf(sheets, 'Anomalies and suspense').rows;
  const recorded = found.filter(
    (row) => row['What'] === 'Anomaly' && !/after 14 days$/.test(String(row['Reason'])),
  );
  expect(recorded.map((row) => [row['Parcel or document'], row['Reason']]).sort()).toEqual(
    anomalies.map(({ parcelName, reason }) => [parcelName, reason]).sort(),
  );
  expect(found.filter((row) => row['What'] === 'Suspense')).toHaveLength(suspense.length);

  // On screen the same, and every month is that of its bills.
  const figures = await read<Figures>('/api/figures');
  const now = figures.holding.at(-1)!;
  expect([now.exposure.total, now.holding.total, now.feeBase]).toEqual([
    expect.closeTo(sum.exposure, 5),
    expect.closeTo(sum.currentlyHolding, 5),
    expect.closeTo(sum.feeBase, 5),
  ]);
  const billed = figures.months.filter(({ total, fees }) => total !== 0 || fees !== 0);
  expect(billed.length).toBeGreaterThan(0);
  for (const { month, total } of billed) {
    const bills = await read<BillResource[]>(`/api/bills?filter={"month":"${month}","newest":true}`);
    expect([month, total]).toEqual([
      month,
      expect.closeTo(
        bills.reduce((all, bill) => all + bill.total, 0),
        5,
      ),
    ]);
  }
});
