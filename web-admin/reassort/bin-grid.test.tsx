import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { BinGrid } from './bin-grid.tsx';
import { withTyped } from './quantity-cell.tsx';
import { PIECES } from './typed-quantities.ts';

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

it('says beside a typed quantity how it is understood (rule: Typed numbers)', () => {
  const bin = {
    storeId: '1',
    storeName: 'Harbour',
    binSpec: 'RD',
    minQty: 1,
    targetQty: 2,
    maxQty: 4,
    targetValue: null,
    quantity: 0,
    stones: [],
  };
  const typed = withTyped(withTyped(new Map(), bin, 'maxQty', '1,500'), bin, 'targetQty', '1,5');
  render(<BinGrid label="Bins" bins={[bin]} edit={{ fields: PIECES, typed, onType: () => undefined }} />);
  expect(screen.getByText('Understood as 1,500.')).toBeInTheDocument();
  expect(screen.getByLabelText('Maximum of RD, Harbour')).toBeValid();
  expect(screen.getByLabelText('Target of RD, Harbour')).toBeInvalid();
});

it('says what of a bin is held from the house, of the house itself nothing', async () => {
  const some = { quantity: 2, weight: 0.62, value: 1200 };
  const bin = {
    storeId: '1',
    storeName: 'Vault',
    minQty: 1,
    targetQty: 2,
    maxQty: 4,
    targetValue: null,
    quantity: 2,
    stones: [],
  };
  const bins = [
    { ...bin, binSpec: 'Own', ideal: { current: some, history: [] } },
    { ...bin, binSpec: 'Held', ideal: { current: some, deployed: some, history: [] } },
  ];
  const user = userEvent.setup();
  render(<BinGrid label="Bins" bins={bins} />);
  await user.click(screen.getByRole('button', { name: /^Own, Vault/ }));
  expect(screen.getByText('Now 2 pieces, 0.62 ct, $1,200.00.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: /^Held, Vault/ }));
  expect(
    screen.getByText('Now 2 pieces, 0.62 ct, $1,200.00; held from us 2 pieces, 0.62 ct, $1,200.00.'),
  ).toBeInTheDocument();
});
