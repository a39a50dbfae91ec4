import { expect, test } from 'vitest';
import type { CustomerRecord } from '#contracts/customer/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import { EXAMPLE_TERMS } from '#services/billing/testing/billing-world.ts';
import type { AvailableRow } from '../parcel-rows.ts';
import { gatheredOf } from '../testing/gathered.ts';
import { cartsSheet } from './carts-sheet.ts';

const at = '2026-11-10T12:00:00.000Z';

const customer = (customerId: number, fmAllowed: boolean): CustomerRecord => ({
  customerId,
  registeredAt: at,
  identity: { name: `Customer ${customerId}`, legalName: '', email: '', salesRepEmail: '', bigName: '' },
  access: {
    allowLogin: true,
    allowActions: true,
    fmAllowed,
    lgAllowed: false,
    fcAllowed: false,
    legend: false,
  },
  terms: [{ effectiveAt: at, changes: EXAMPLE_TERMS, recordedAt: at, position: 1, eventId: 'e', by: 'test' }],
  accounts: [],
  accountPeriods: [],
  retailMarkups: [],
});

const desireOf = (customerId: number, weight: Desire['spec']['weight'] = {}): Desire => ({
  customerId,
  status: 'ACTIVE',
  spec: {
    weight,
    shape: ['OV'],
    colour: [],
    clarity: [],
    fluorescence: [],
    cut: [],
    polish: [],
    symmetry: [],
  },
  cartedAt: at,
  requestedAt: at,
});

const stone = (parcelName: string, lab: string, priceCents: number): AvailableRow => ({
  parcelName,
  line: 'natural',
  attributes: { weight: 1010, shapeCode: 'OV', lab },
  vendorId: 1,
  location: null,
  costCents: priceCents,
  listedOn: '2026-11-01',
  priceCents,
});

test("a desire's range is of what its customer may request: FM stones only where they are allowed", () => {
  const gathered = gatheredOf({
    records: {
      customers: new Map([
        [7, customer(7, true)],
        [9, customer(9, false)],
      ]),
      desires: new Map([
        ['d-7', desireOf(7)],
        ['d-9', desireOf(9)],
      ]),
    },
    available: [stone('G-1', 'GIA', 500_000), stone('F-1', 'FM', 100_000)],
  });
  const { columns, rows } = cartsSheet(gathered);
  const place = (name: string): number => columns.findIndex((column) => column.name === name);
  const [lowest, highest] = [place('Lowest match'), place('Highest match')];
  expect([...rows()].map((cells) => [cells[lowest]?.value, cells[highest]?.value])).toEqual([
    [100_000, 500_000],
    [500_000, 500_000],
  ]);
});

test.each([
  [{}, 'OV'],
  [{ minimum: 1000, maximum: 1490 }, '1.00-1.49 ct; OV'],
  [{ minimum: 1000 }, '≥ 1.00 ct; OV'],
  [{ maximum: 2000 }, '≤ 2.00 ct; OV'],
])('a desire of the weights %o is written as %s', (weight, words) => {
  const customers = new Map([[7, customer(7, true)]]);
  const desires = new Map([['d-7', desireOf(7, weight)]]);
  const { rows } = cartsSheet(gatheredOf({ records: { customers, desires } }));
  expect([...rows()][0]!.map(({ value }) => value)).toContain(words);
});
