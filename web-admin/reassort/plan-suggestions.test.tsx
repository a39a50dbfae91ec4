import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { PLAN, withPlan } from '../testing/made-plan.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

/** A list of the customer's as the server answers it, with what is noted to lie in it from then on. */
function listOf(list: 'cart' | 'customer', before: Record<string, Status> = {}) {
  const stones = { ...before };
  world.respond(`POST /inventory/${list}`, () =>
    HttpResponse.json(Object.entries(stones).map(([parcelName, status]) => ({ parcelName, status }))),
  );
  return {
    note: (names: readonly string[], status: Status = 'AVAILABLE') =>
      names.forEach((name) => (stones[name] = status)),
    remove: (name: string) => void delete stones[name],
  };
}

it('puts an addition in the cart, and returns those of a removal that are held from us', async () => {
  withPlan(world);
  const cart = listOf('cart');
  world.respond('POST /inventory/cart_stones', () => {
    cart.note(['L-1']);
    return HttpResponse.json({ parcelNames: ['L-1'], position: '13' });
  });
  world.respond('POST /inventory/return', () =>
    HttpResponse.json({ message: 'No stone L-3 is held.' }, { status: 402 }),
  );
  const user = world.show('/reassort?customer=7');
  const addition = await screen.findByRole('row', { name: /^L-1 Main Street/ });
  expect(addition).toHaveTextContent('Over');
  expect(addition).toHaveTextContent('Close to');
  await user.click(screen.getByRole('button', { name: 'Add L-1 to cart' }));
  expect(await screen.findByText('Added to Cart')).toBeInTheDocument();
  await waitFor(() => expect(addition).toHaveTextContent('In cart'));

  await user.click(screen.getByRole('button', { name: 'Return L-3' }));
  expect(await screen.findByText('No stone L-3 is held.')).toBeInTheDocument();
  // What was refused can be tried again.
  expect(screen.getByRole('button', { name: 'Return L-3' })).toBeInTheDocument();
  expect(
    world.sent
      .filter(({ path }) => ['/inventory/cart_stones', '/inventory/return'].includes(path))
      .map(({ path, headers, body }) => [path, headers.get('customer'), body]),
  ).toMatchObject([
    ['/inventory/cart_stones', '7', { parcelNames: ['L-1'] }],
    ['/inventory/return', '7', { parcelNames: ['L-3'] }],
  ]);
});

it('an addition that has left the cart again can be added again', async () => {
  // Given an addition that is put into the cart
  withPlan(world);
  const cart = listOf('cart');
  world.respond('POST /inventory/cart_stones', () => {
    cart.note(['L-1']);
    return HttpResponse.json({ parcelNames: ['L-1'], position: '13' });
  });
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: 'Add L-1 to cart' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add L-1 to cart' })).toBeNull());
  await waitFor(() => expect(world.calls.filter((call) => call === 'POST /inventory/cart')).toHaveLength(2));
  // When the customer takes it out, and the page is read again on the way back to its window
  cart.remove('L-1');
  window.dispatchEvent(new Event('visibilitychange'));
  // Then it is offered again
  expect(await screen.findByRole('button', { name: 'Add L-1 to cart' })).toBeVisible();
});

it('puts more additions into the cart than one call takes', async () => {
  const [addition] = PLAN.suggestedAdditions;
  const names = Array.from({ length: MOST_PARCELS + 1 }, (_, index) => `N-${index}`);
  withPlan(world, {
    ...PLAN,
    suggestedAdditions: names.map((parcelName) => ({ ...addition!, parcelName })),
  });
  const cart = listOf('cart');
  world.respond('POST /inventory/cart_stones', ({ body }) => {
    cart.note(body['parcelNames'] as string[]);
    return HttpResponse.json({ parcelNames: [], position: '13' });
  });
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: 'Add all to cart' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add all to cart' })).toBeNull());
  expect(
    world.sent.filter(({ path }) => path === '/inventory/cart_stones').map(({ body }) => body),
  ).toMatchObject([{ parcelNames: names.slice(0, MOST_PARCELS) }, { parcelNames: [`N-${MOST_PARCELS}`] }]);
});

it('shows what lies in the cart already', async () => {
  withPlan(world);
  world.respond('POST /inventory/cart', () =>
    HttpResponse.json([{ parcelName: 'L-1', status: 'AVAILABLE' }]),
  );
  world.show('/reassort?customer=7');
  const addition = await screen.findByRole('row', { name: /^L-1 Main Street/ });
  await waitFor(() => expect(addition).toHaveTextContent('In cart'));
  expect(screen.queryByRole('button', { name: 'Add all to cart' })).toBeNull();
  const asked = world.sent.find(({ path }) => path === '/inventory/cart');
  expect(asked?.headers.get('customer')).toBe('7');
});

it('shows the status of an addition that the customer has asked for already, and leaves it out of all', async () => {
  const [addition] = PLAN.suggestedAdditions;
  const suggestedAdditions = ['L-1', 'L-2'].map((parcelName) => ({ ...addition!, parcelName }));
  withPlan(world, { ...PLAN, suggestedAdditions });
  world.respond('POST /inventory/customer', () =>
    HttpResponse.json([{ parcelName: 'L-1', status: 'REQUESTED' }]),
  );
  world.respond('POST /inventory/cart_stones', () =>
    HttpResponse.json({ parcelNames: ['L-2'], position: '13' }),
  );
  const user = world.show('/reassort?customer=7');
  const requested = await screen.findByRole('row', { name: /^L-1 Main Street/ });
  await waitFor(() => expect(requested).toHaveTextContent('Requested'));
  expect(within(requested).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add all to cart' }));
  expect(await screen.findByText('Added to Cart')).toBeInTheDocument();
  expect(world.sent.find(({ path }) => path === '/inventory/cart_stones')?.body).toEqual({
    parcelNames: ['L-2'],
  });
});

it('puts the others into the cart where some are refused, and names all that were', async () => {
  const [addition] = PLAN.suggestedAdditions;
  const names = ['L-1', 'L-2', 'L-4', 'L-5'];
  withPlan(world, {
    ...PLAN,
    suggestedAdditions: names.map((parcelName) => ({ ...addition!, parcelName })),
  });
  const refused: Record<string, string> = { 'L-1': 'L-1 is no longer available.', 'L-4': 'Stone not found.' };
  const cart = listOf('cart');
  world.respond('POST /inventory/cart_stones', ({ body }) => {
    const { parcelNames } = body as { parcelNames: string[] };
    const errors = parcelNames.flatMap((name, index) =>
      refused[name] === undefined ? [] : [{ field: `parcelNames.${index}`, message: refused[name] }],
    );
    const [first] = errors;
    if (!first) {
      cart.note(parcelNames);
      return HttpResponse.json({ parcelNames, position: '13' });
    }
    return HttpResponse.json({ ...first, code: 'PARCEL_REFUSED', errors }, { status: 402 });
  });
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: 'Add all to cart' }));
  const toast = await screen.findByText(/in the Cart/);
  expect(toast).toHaveTextContent(
    '2 stones are in the Cart. L-1 is no longer available. L-4: Stone not found.',
  );
  expect(screen.getByRole('row', { name: /^L-2 Main Street/ })).toHaveTextContent('In cart');
  expect(screen.getByRole('button', { name: 'Add L-1 to cart' })).toBeInTheDocument();
});

/** A removal of six pieces, two of which are held from us. */
function withRemovalOfSix(): void {
  withPlan(world);
  const [removal] = PLAN.suggestedRemovals;
  world.respond('GET /api/reassortment/plans/P-1', () =>
    HttpResponse.json({
      ...PLAN,
      suggestedRemovals: [
        {
          ...removal,
          quantity: 6,
          names: ['J-3', 'J-9', 'J-9', 'J-9', 'J-9', 'J-9'],
          parcelNames: ['L-3', 'L-9'],
        },
      ],
    }),
  );
}

it('tells removals of bins of two other stores apart that read the same', async () => {
  withPlan(world);
  const [removal] = PLAN.suggestedRemovals;
  const errors = vi.spyOn(console, 'error');
  world.respond('GET /api/reassortment/plans/P-1', () =>
    HttpResponse.json({
      ...PLAN,
      suggestedRemovals: ['Mall', 'Harbour'].map((binStoreName) => ({
        ...removal,
        binSpec: 'RD',
        binStoreName,
      })),
    }),
  );
  world.show('/reassort?customer=7');
  for (const place of ['at Mall', 'at Harbour'])
    expect((await screen.findByText(place)).closest('td')).toHaveTextContent(`RD${place}`);
  expect(errors).not.toHaveBeenCalled();
});

it('says how many of a removal were given back, also on an earlier visit', async () => {
  withRemovalOfSix();
  const held = listOf('customer', { 'L-3': 'PENDING_RETURN', 'L-9': 'CUSTOMER' });
  world.respond('POST /inventory/return', () => {
    held.note(['L-9'], 'PENDING_RETURN');
    return HttpResponse.json({ instructionId: 'I-1', done: ['L-9'], declined: [], position: '13' });
  });
  const user = world.show('/reassort?customer=7');
  expect(await screen.findByText('1 of 6 given back')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'J-3, 5 × J-9' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Return L-9' }));
  expect(await screen.findByText('2 of 6 given back')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Return/ })).not.toBeInTheDocument();
});

it('tells what the customer holds no longer, as sold meanwhile, from what was given back', async () => {
  withRemovalOfSix();
  world.respond('POST /inventory/customer', () =>
    HttpResponse.json([{ parcelName: 'L-3', status: 'PENDING_RETURN' }]),
  );
  world.show('/reassort?customer=7');
  expect(await screen.findByText('1 of 6 no longer held')).toBeInTheDocument();
  expect(screen.getByText('1 of 6 given back')).toBeInTheDocument();
});

it('offers no return for a stone that is only requested, which an earlier plan named', async () => {
  withRemovalOfSix();
  world.respond('POST /inventory/customer', () =>
    HttpResponse.json([
      { parcelName: 'L-3', status: 'REQUESTED' },
      { parcelName: 'L-9', status: 'CUSTOMER' },
    ]),
  );
  world.show('/reassort?customer=7');
  expect(await screen.findByRole('button', { name: 'Return L-9' })).toBeInTheDocument();
  expect(screen.queryByText(/given back/)).not.toBeInTheDocument();
});

it('shows as given back only what was, and why the others were not', async () => {
  withRemovalOfSix();
  const held = listOf('customer', { 'L-3': 'CUSTOMER', 'L-9': 'CUSTOMER' });
  world.respond('POST /inventory/return', () => {
    held.note(['L-3'], 'PENDING_RETURN');
    return HttpResponse.json({
      instructionId: 'I-1',
      done: ['L-3'],
      declined: [{ parcelName: 'L-9', reason: 'This stone is not with the customer.' }],
      position: '13',
    });
  });
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: 'Return L-3, L-9' }));
  const toast = await screen.findByText(/could not be returned/);
  expect(toast).toHaveTextContent(
    '1 stone is on the way back. L-9 could not be returned: This stone is not with the customer.',
  );
  expect(screen.getByRole('button', { name: 'Return L-9' })).toBeInTheDocument();
  expect(screen.getByText('1 of 6 given back')).toBeInTheDocument();
});
