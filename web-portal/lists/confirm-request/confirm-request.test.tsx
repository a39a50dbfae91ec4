import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openMadeDesires } from '../../testing/made-desires.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { rowOfDesire } from '../desire-row.ts';
import type { RequestCard } from './request-card.ts';
import ConfirmRequest, { type ConfirmRequestProps } from './confirm-request.tsx';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

const [made] = madeStones(1);
const stone = (parcelName: string, weight: number, total?: number, tentativeAvailability = false) => ({
  ...made!,
  parcelName,
  weight,
  total,
  tentativeAvailability,
});
const desire = {
  key: 'D-1',
  heading: 'Similar Stones: 1.00–1.10 ct',
  detail: 'Cut EX, VG',
  virtual: true,
  price: '$4,000.00–$6,000.00',
  drawing: { shapeCode: 'RD' },
};
const stonesOf = (count: number) => Array.from({ length: count }, (_, n) => stone(`S-${n}`, 1));
const desiresOf = (count: number) => Array.from({ length: count }, (_, n) => ({ ...desire, key: `D-${n}` }));
const model = (key: string, quantity: number) => ({ ...desire, key, virtual: false, quantity });
type Shown = Partial<Omit<ConfirmRequestProps, 'others'>> & { others?: readonly RequestCard[] };
const show = ({ others = [], ...props }: Shown) => {
  const onRequest = vi.fn(() => Promise.resolve());
  render(<ConfirmRequest onRequest={onRequest} onClose={() => {}} others={() => others} {...props} />);
  return { onRequest, user: userEvent.setup() };
};
const cards = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Stones to request' }))
    .getAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label'));

describe('The large confirm-request dialog (product: Confirm request)', () => {
  it('sorts by virtual status, then weight, then total', () => {
    show({ stones: [stone('HEAVY', 2, 1), stone('DEAR', 1, 9), stone('CHEAP', 1, 2)], others: [desire] });
    expect(cards()).toEqual([
      'Remove CHEAP',
      'Remove DEAR',
      'Remove HEAVY',
      'Remove Similar Stones: 1.00–1.10 ct',
    ]);
  });
  it('sorts requests for similar stones by their least weight, which is no part of the sum', () => {
    const desires = openMadeDesires();
    const wanting = (minimum: number) => rowOfDesire(desires.cart({ weight: { minimum, maximum: 9 } }));
    show({ stones: [wanting(2), wanting(1.5), stone('A', 5), wanting(0.9)] });
    expect(cards()[0]).toBe('Remove A');
    expect(cards().map((label) => /\d\.\d\d/.exec(label ?? '')?.[0])).toEqual([
      undefined,
      '0.90',
      '1.50',
      '2.00',
    ]);
    expect(screen.getByText('1 pc · 5.00 ct · 3 similar stones')).toBeVisible();
  });
  it.each([
    ['stones', 'At most 500 stones at a time.', { stones: stonesOf(501) }],
    [
      'requests for similar stones',
      'At most 100 requests for similar stones at a time.',
      { others: desiresOf(101) },
    ],
    ['pieces of models', 'At most 500 pieces at a time.', { others: [model('M-1', 500), model('M-2', 1)] }],
  ])('of more %s than one request may have, some are removed first', async (_what, words, props) => {
    const { user } = show(props);
    const request = screen.getByRole('button', { name: 'Request' });
    expect(request).toBeDisabled();
    expect(screen.getByText(words, { exact: false })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: /^Remove / })[0]!);
    expect(request).toBeEnabled();
    expect(screen.queryByText(words, { exact: false })).not.toBeInTheDocument();
  });
  it('sums pieces, weight and total, and follows each removal', async () => {
    const { user } = show({ stones: [stone('A', 1.01, 100.1), stone('B', 1.02, 200.2)], others: [desire] });
    expect(screen.getByText('2 pcs · 2.03 ct · 1 similar stone')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('$300.30');
    await user.click(screen.getByRole('button', { name: 'Remove B' }));
    expect(screen.getByText('1 pc · 1.01 ct · 1 similar stone')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('$100.10');
  });
  it('given two pieces of a model at prices of their own, shows and sums both, and room for those on hand', () => {
    const onRoom = vi.fn(() => null);
    const ring = { ...model('RING', 3), price: undefined, total: 3500, onHand: 2, onHandTotal: 2500 };
    show({ stones: [stone('A', 1, 100)], others: [ring], renderRoom: onRoom });
    expect(screen.getByText('$3,500.00')).toBeVisible();
    expect(screen.getByRole('status', { name: 'Total' })).toHaveTextContent('$3,600.00');
    expect(onRoom).toHaveBeenCalledWith(2600);
  });
  it('shows no total where prices are hidden', () => {
    show({ stones: [stone('A', 1)] });
    expect(document.body.textContent).not.toMatch(/\$|Total/);
  });
  it('says of how many pieces the total is where some have no price', async () => {
    const { user } = show({ stones: [stone('A', 1, 5), stone('B', 2)], others: [desire] });
    expect(screen.getByText('Total for 1 of 2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove B' }));
    expect(screen.getByText('Total')).toBeVisible();
  });
  it('requests what is left, with the comment, which is optional', async () => {
    const { user, onRequest } = show({ stones: [stone('A', 1), stone('B', 2)], others: [desire] });
    await user.click(screen.getByRole('button', { name: 'Remove A' }));
    await user.type(screen.getByLabelText('Comment (optional)'), 'for the window');
    await user.click(screen.getByRole('button', { name: 'Request' }));
    expect(onRequest).toHaveBeenCalledWith(['B', 'D-1'], 'for the window');
  });
  it('with nothing left there is nothing to request', async () => {
    const { user } = show({ stones: [stone('A', 1)] });
    await user.click(screen.getByRole('button', { name: 'Remove A' }));
    expect(screen.getByRole('button', { name: 'Request' })).toBeDisabled();
  });
  it('says that some diamonds may not be available, only when one is tentative', async () => {
    const text = 'Some diamonds may not be available. We will check for you once your request is placed.';
    const { user } = show({ stones: [stone('A', 1), stone('B', 2, 5, true)] });
    expect(screen.getByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove B' }));
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });
});
