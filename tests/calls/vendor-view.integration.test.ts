import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendorCommands } from '#services/vendors/index.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import { readPdf } from '#tests/support/read-pdf.ts';
import { NOT_KEPT } from '#tests/support/small-vitrine.ts';
import { BIRCHS_REMARK, startCalledWorld, type CalledWorld } from './called-world.ts';

/**
 * What a vendor's link shows is its own stock at its own cost, and its statements: no customer, no other vendor, no price
 * that is the house's (rule: Vendor's own view).
 */
let world: CalledWorld;
let token: string;
let other: string;
beforeAll(async () => {
  world = await startCalledWorld();
  const { context } = world.vitrine;
  const actor = { username: 'admin', role: 'administrator' } as const;
  await vendorCommands.register(context, { commandId: randomUUID(), actor }, 2, {
    settings: { name: 'Surat Stones', dxPrefix: 'SU-', email: 'surat@example.com' },
    terms: { markupPpm: 100_000 },
  });
  for (const line of ['natural', 'labGrown', 'fancyColour', 'jewellery'] as const) {
    await world.held(line);
    await world.one('foreign', line);
  }
  await world.vitrine.shown();
  const admin = await world.vitrine.as('admin');
  const { text, ...month } = world.months.last;
  const billed = await admin.post('/billing/create', month, { headers: { customer: '7' } });
  expect([billed.status, text]).toEqual([200, text]);
  await world.vitrine.shown();
  token = (await world.vendorLink()).token;
  const made = (await admin.post('/api/vendors/2/links', {})).json as { url: string };
  other = made.url.split('#token=')[1]!;
});
afterAll(() => world.close());

/** The text of an answer; of a workbook, that of all its cells; of a PDF, what it shows, amounts without their commas. */
async function ask(by: string, path: string, more: object = {}): Promise<string> {
  const answer = await fetch(new URL(`/vendor/view${path}`, world.vitrine.address), {
    method: 'POST',
    headers: { ...NOT_KEPT, 'content-type': 'application/json' },
    body: JSON.stringify({ token: by, ...more }),
  });
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get('cache-control')).toContain('no-store');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  const body = type.includes('json')
    ? new TextDecoder().decode(bytes)
    : type.includes('pdf')
      ? readPdf(Buffer.from(bytes)).text.replaceAll(/(?<=\d),(?=\d{3})/g, '')
      : JSON.stringify(await readSheets(bytes));
  return `${[...answer.headers].map((one) => one.join(': ')).join('\n')}\n${body}`;
}

const CALLS = (): [path: string, more?: object][] => {
  const month = world.months.last.text;
  return [
    [''],
    ['/stock'],
    ['/statement', { month }],
    ['/statement/file', { month, format: 'xlsx' }],
    ['/statement/file', { month, format: 'pdf' }],
    ['/report', { month }],
    ['/report'],
  ];
};

const STRANGERS = [
  'Alder',
  'alder',
  'Birch',
  'birch',
  'Cedar',
  'cedar',
  'Surat',
  'SU-',
  'surat@',
  'Safe 3',
  BIRCHS_REMARK,
  'customerId',
  'Customer name',
  'List price',
  'markup',
  'Rap',
];

test("no customer, no other vendor and no price but the vendor's own cost", async () => {
  const seen = new Set<string>();
  for (const [path, more] of CALLS()) {
    const text = await ask(token, path, more);
    expect([path, STRANGERS.filter((word) => text.includes(word))]).toEqual([path, []]);
    const prices = world.marks.in(text);
    expect([path, prices.filter(({ kind }) => kind !== 'cost')]).toEqual([path, []]);
    for (const { of } of prices) seen.add(`${path} ${of}`);
  }
  // There was something to find: parcels of vendor 1 at its cost, in the list and in the workbook.
  for (const path of ['/stock', '/report'])
    expect([...seen].some((one) => one.startsWith(`${path} `))).toBe(true);
});

test('the PDF of a statement is read in full: it names the vendor and its own parcels', async () => {
  const { text: month } = world.months.last;
  const text = await ask(token, '/statement/file', { month, format: 'pdf' });
  expect(text).toContain('Antwerp Rounds');
  const { lines } = JSON.parse((await ask(token, '/statement', { month })).split('\n').at(-1)!) as {
    lines: { parcelName: string; amount: number }[];
  };
  expect(lines.length).toBeGreaterThan(0);
  for (const { parcelName, amount } of lines) {
    expect(text).toContain(parcelName);
    expect(text).toContain(String(amount));
  }
});

test("another vendor's link shows nothing of this one", async () => {
  for (const [path, more] of CALLS().filter(([one]) => one !== '/statement/file')) {
    const text = await ask(other, path, more);
    expect([path, world.marks.in(text)]).toEqual([path, []]);
    expect(text).not.toContain('Antwerp');
    for (const { parcelName } of world.marks.parcels()) expect(text).not.toContain(`"${parcelName}"`);
  }
});
