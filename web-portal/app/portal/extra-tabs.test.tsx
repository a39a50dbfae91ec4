import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StoneDetails } from '#contracts/api/stones.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(20, 12);

// jsdom has no popovers.
beforeEach(() => {
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
  Reflect.deleteProperty(HTMLElement.prototype, 'hidePopover');
});

it.each(['VTR-100003', 'J-100'])(
  'the tooltip of the tab of %s has its weight (product: Stone tabs)',
  async (parcelName) => {
    const user = world.show(`/?parcel=${parcelName}`);
    const strip = await screen.findByRole('navigation', { name: 'Open stones' });
    await screen.findByRole('heading', { name: parcelName });
    const tab = within(strip).getAllByRole('listitem').at(-1)!;
    const [button] = within(tab).getAllByRole('button');
    await user.hover(button!);
    const tooltip = within(tab).getByRole('tooltip', { hidden: true });
    await waitFor(() => expect(tooltip).toHaveTextContent(parcelName));
    expect(tooltip.textContent.match(/\d\.\d\d ct/g)).toHaveLength(1);
  },
);

it('a tab that a link opened by the parcel name alone is headed by the certificate number once it is known (product: Stone tabs)', async () => {
  const { body } = world.server.answer('/inventory/details', { parcelName: 'VTR-100003' }, 'demo-customer');
  world.show('/?parcel=VTR-100003');
  const strip = await screen.findByRole('navigation', { name: 'Open stones' });
  const { certNo } = body as StoneDetails;
  expect(await within(strip).findByRole('button', { name: certNo! })).toBeVisible();
  expect(within(strip).queryByRole('button', { name: 'VTR-100003' })).not.toBeInTheDocument();
});

it('the tab of a parcel that no line shows keeps no line: it may be known later (product: Shell links)', async () => {
  world.show('/?parcel=NEW-1');
  expect((await screen.findAllByText(/could not be loaded/))[0]).toBeVisible();
  await world.untilAnswered();
  const saved = JSON.parse(localStorage.getItem('vitrine:saved:demo-customer') ?? '{}') as object;
  expect(saved).toMatchObject({ tabs: { extras: [{ key: 'NEW-1', line: null }] } });
});
