import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
