import { expect, it } from 'vitest';
import { withTyped } from './quantity-cell.tsx';
import { typedChanges, type Typed, type TypedBin } from './typed-quantities.ts';

const bin: TypedBin = {
  storeId: '1',
  storeName: 'Harbour',
  binSpec: 'RD',
  minQty: 1,
  targetQty: 2,
  maxQty: 3,
  targetValue: null,
};
const typed = (...cells: readonly [Parameters<typeof withTyped>[2], string][]): Typed =>
  cells.reduce((all, [field, text]) => withTyped(all, bin, field, text), new Map() as Typed);

it('sends what was typed and differs, and nothing else', () => {
  const other = { ...bin, storeId: '2', targetValue: 5 };
  expect(
    typedChanges([bin, other], typed(['minQty', '1'], ['maxQty', ' 4 '], ['targetValue', '10.50'])),
  ).toEqual([{ storeId: '1', binSpec: 'RD', maxQty: 4, targetValue: 10.5 }]);
  expect(typedChanges([bin], typed(['maxQty', '4'], ['maxQty', '3']))).toEqual([]);
  expect(typedChanges([other], withTyped(new Map(), other, 'targetValue', ''))).toEqual([
    { storeId: '2', binSpec: 'RD', targetValue: null },
  ]);
});

it('takes a comma between thousands, and only there (rule: Typed numbers)', () => {
  expect(typedChanges([bin], typed(['maxQty', '1,500'], ['targetValue', '12,000.50']))).toEqual([
    { storeId: '1', binSpec: 'RD', maxQty: 1500, targetValue: 12_000.5 },
  ]);
});

it.each([
  ['maxQty', '1,5', 'maximum: "1,5" is not a whole number of pieces up to 999,999'],
  ['maxQty', '1,000,000', 'maximum: "1,000,000" is not a whole number of pieces up to 999,999'],
  ['targetValue', '-1', 'value ($): "-1" is not an amount in dollars'],
  ['minQty', '', 'minimum: "" is not a whole number of pieces up to 999,999'],
  ['targetQty', '1.5', 'target: "1.5" is not a whole number of pieces up to 999,999'],
  ['targetValue', '1.005', 'value ($): "1.005" is not an amount in dollars'],
] as const)('takes no %s of "%s"', (field, text, message) => {
  expect(() => typedChanges([bin], typed([field, text]))).toThrow(`RD, Harbour: ${message}`);
});
