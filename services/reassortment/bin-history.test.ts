import { expect, test } from 'vitest';
import { binHistory, livesOf, type StoneLife } from './bin-history.ts';
import { aBin, aStone } from './testing/reassorted-customer.ts';

const life = (of: Partial<StoneLife>): StoneLife => ({
  storeId: '1',
  stone: { shape: 'RD', weight: 310, clarity: 'VS1' },
  onMemo: [],
  came: [],
  sold: [],
  returned: [],
  ...of,
});
const bins = [aBin('1', [300, 390], [0, 1, 2]), aBin('2', [300, 390], [0, 1, 2])];
const yearsOf = (lives: readonly StoneLife[], today = '2026-03-31') => binHistory(bins, lives, today);

test('there is a range for each year from 2019 to the current one', () => {
  const [first] = yearsOf([]);
  expect(first!.map(({ from }) => from)).toEqual(
    [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026].map((year) => `${year}-01-01`),
  );
  expect(first![0]).toEqual({
    from: '2019-01-01',
    qtyAverage: 0,
    qtyNew: 0,
    qtySold: 0,
    qtyReturned: 0,
  });
});

test('what came, was sold and came back counts in its year, in the bins of its store', () => {
  const [first, second] = yearsOf([
    life({ came: ['2025-07-01'], sold: ['2025-10-01'], onMemo: [{ from: '2025-07-01', to: '2025-10-01' }] }),
    life({ came: ['2025-12-31'], returned: ['2026-01-01'] }),
    life({ sold: ['2020-02-29', '2020-02-29'] }),
    life({ storeId: null, came: ['2025-07-01'] }),
    life({ stone: { shape: 'RD', weight: 400, clarity: 'VS1' }, came: ['2025-07-01'] }),
  ]);
  const of = (year: number) => first!.find(({ from }) => from === `${year}-01-01`);
  expect(of(2025)).toMatchObject({ qtyAverage: 0.25, qtyNew: 2, qtySold: 1, qtyReturned: 0 });
  expect(of(2026)).toMatchObject({ qtyNew: 0, qtySold: 0, qtyReturned: 1 });
  expect(of(2020)).toMatchObject({ qtySold: 2, qtyAverage: 0 });
  expect(second!.every(({ qtyNew, qtySold, qtyReturned }) => qtyNew + qtySold + qtyReturned === 0)).toBe(
    true,
  );
});

test('a row with the date of its sale was sold, also where it says that no piece is left', () => {
  const stones = [0, 1, 3].map((quantity) =>
    aStone(`J-${quantity}`, '1', { quantity, soldDate: '2025-03-05' }),
  );
  const lives = livesOf(7, { parcels: [], stones, storeIds: ['1', '2'], zone: 'America/New_York' });
  expect(lives.map(({ sold }) => sold.length)).toEqual([1, 1, 3]);
});

test('the average of the current year is over its days up to today', () => {
  const [first] = yearsOf([life({ onMemo: [{ from: '2025-12-01', to: null }] })], '2026-01-10');
  expect(first!.at(-1)).toMatchObject({ from: '2026-01-01', qtyAverage: 1 });
  expect(first!.at(-2)).toMatchObject({ qtyAverage: 0.08 });
});
