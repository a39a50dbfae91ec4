import { expect, it } from 'vitest';
import { carats, exactCarats, formatCarats } from './carats.ts';

it('a weight has the same two decimals wherever it is written', () => {
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  for (let thousandths = 0; thousandths <= 20_000; thousandths += 1) {
    const shown = format.format(thousandths / 1000);
    expect([carats(thousandths), formatCarats(thousandths / 1000)]).toEqual([shown, shown]);
  }
  expect([carats(1_005), exactCarats(1_005), exactCarats(1_510)]).toEqual(['1.01', '1.005', '1.51']);
});
