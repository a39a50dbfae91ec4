import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { BinGrid } from './bin-grid.tsx';

it('a bin is at its target with exactly so many pieces; more, up to the maximum, are above it', () => {
  const bins = [0, 1, 2, 3, 4, 5].map((quantity) => ({
    storeId: '1',
    storeName: 'Harbour',
    binSpec: `RD ${quantity}`,
    minQty: 1,
    targetQty: 2,
    maxQty: 4,
    targetValue: null,
    quantity,
    stones: [],
  }));
  render(<BinGrid label="Bins" bins={bins} />);
  const chips = screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);
  expect(chips).toEqual(['below minimum1', 'below target1', 'at target1', 'above target2', 'above maximum1']);
  expect(screen.getByRole('button', { name: 'RD 4, Harbour: 4 of 2, above target' })).toBeInTheDocument();
});
