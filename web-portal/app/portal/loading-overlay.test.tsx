import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { customerQuery } from '../../features/customers/api/get-customer.ts';
import { useRunningOperations } from '../../lib/running-operations.ts';
import { parcels, portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld();

describe('The loading overlay (product: Loading overlay)', () => {
  it('lists the running operations; Impatient, after the configured delay, clears it', async () => {
    world.answerWith('/configuration', { status: 200, body: { impatientAfterSeconds: 0 } });
    const held = world.hold('/inventory/cart_stones', '/inventory/uncart_stones');
    const user = world.show();
    const [first] = await parcels();
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    await user.click(
      await screen.findByRole('button', { name: new RegExp(`(Add|Remove) ${first} (to|from) cart`) }),
    );
    const overlay = await screen.findByRole('status', { name: 'Loading' });
    expect(within(overlay).getAllByRole('listitem')).toHaveLength(1);
    await user.click(await within(overlay).findByRole('button', { name: 'Impatient' }));
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    held.release();
  });
  it('once cleared, the same load that runs again brings it back', async () => {
    world.answerWith('/configuration', { status: 200, body: { impatientAfterSeconds: 0 } });
    const refused = { status: 402, body: { message: 'Not now.' } };
    world.answerWith('/inventory/details', refused, 99);
    const first = world.hold('/inventory/details');
    localStorage.setItem(
      'vitrine:saved:demo-customer',
      JSON.stringify({
        tabs: {
          main: 'available/natural',
          extras: [{ kind: 'stone', key: 'VTR-999', header: 'VTR-999', line: 'natural' }],
          front: 'VTR-999',
        },
      }),
    );
    const user = world.show();
    const overlay = await screen.findByRole('status', { name: 'Loading' });
    await waitFor(() => expect(within(overlay).getByText('VTR-999')).toBeVisible());
    await user.click(await within(overlay).findByRole('button', { name: 'Impatient' }));
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
    first.release();
    const again = await screen.findByRole('button', { name: 'Try again' });
    const second = world.hold('/inventory/details');
    await user.click(again);
    expect(within(await screen.findByRole('status', { name: 'Loading' })).getByText('VTR-999')).toBeVisible();
    second.release();
  });
  it('given a load that failed and is repeated by itself, then it is not there again, as it is at first', async () => {
    const client = new QueryClient();
    const { result } = renderHook(() => useRunningOperations(() => 'Your account'), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    const read = (answer: Promise<never>) => {
      const query = { ...customerQuery, queryFn: () => answer, retry: false };
      return act(async () => {
        void client.prefetchQuery(query);
        await new Promise((resolve) => setTimeout(resolve));
      });
    };
    let fail = (_reason: Error): void => {};
    await read(new Promise((_resolve, reject) => (fail = reject)));
    expect(result.current).toMatchObject([{ name: 'Your account' }]);
    fail(new Error('away'));
    await waitFor(() => expect(result.current).toEqual([]));
    await read(new Promise(() => {}));
    expect(client.isFetching()).toBe(1);
    expect(result.current).toEqual([]);
  });
  it('leaves the place of what is over empty', async () => {
    const [first, second] = [world.hold('/inventory/past'), world.hold('/labgrown/past')];
    world.show();
    const overlay = await screen.findByRole('status', { name: 'Loading' });
    const listed = (hidden: boolean): string[] =>
      within(overlay)
        .getAllByRole('listitem', { hidden })
        .map((item) => item.textContent);
    await waitFor(() => expect(listed(false)).toHaveLength(2));
    const places = listed(true);
    first.release();
    await waitFor(() => expect(listed(false)).toEqual(['Account History: Clarity LG Diamonds']));
    expect(listed(true)).toEqual(places);
    second.release();
    await waitFor(() => expect(overlay).not.toBeInTheDocument());
  });
});
