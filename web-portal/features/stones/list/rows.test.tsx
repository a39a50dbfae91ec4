import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { TENTATIVE_NOTE } from '../../../lists/stone-facts.ts';
import { grid, parcels, portalWorld, showList } from '../../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

describe('Rows', () => {
  it('that are older than what was asked for are asked for again until they are not', async () => {
    const body = world.server.answer('/inventory/available', {}, 'demo-customer').body;
    // The same each time: how often it was answered shows in nothing else.
    world.answerWith('/inventory/available', { status: 200, body, headers: { 'x-stale': 'true' } }, 3);
    world.show();
    expect(await screen.findByText('catching up with the latest changes…')).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByText('catching up with the latest changes…')).not.toBeInTheDocument(),
    );
    expect(world.calls.filter(({ path }) => path === '/inventory/available')).toHaveLength(4);
  });
  it('of models that are older say so too, and are asked for again', async () => {
    const { body } = world.server.answer('/jewellery/available_models', {}, 'demo-customer');
    world.answerWith(
      '/jewellery/available_models',
      { status: 200, body, headers: { 'x-stale': 'true' } },
      Infinity,
    );
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    expect(await screen.findByText('catching up with the latest changes…')).toBeVisible();
    world.answerWith('/jewellery/available_models', { status: 200, body });
    await waitFor(() =>
      expect(screen.queryByText('catching up with the latest changes…')).not.toBeInTheDocument(),
    );
  });
  it('that could not be read again say so, and are asked for again', async () => {
    world.show();
    const [changed] = await parcels();
    // The change finds no answer, so the whole list is read again, and fails too.
    world.answerWith('/inventory/rows', { status: 500, body: {} });
    world.answerWith('/inventory/available', { status: 500, body: {} }, Infinity);
    world.server.receive(changed!, 'MEMO');
    expect(await screen.findByText('catching up with the latest changes…')).toBeVisible();
    expect(await parcels()).toContain(changed);
    world.answerWith('/inventory/available', { status: 500, body: {} }, 0);
    await waitFor(async () => expect(await parcels()).not.toContain(changed));
    expect(screen.queryByText('catching up with the latest changes…')).not.toBeInTheDocument();
  });
  it('of tentative availability say so in their tooltip', async () => {
    world.show();
    await grid();
    const tentative = document.querySelector('[data-tentative="true"]');
    expect(tentative).toHaveAttribute('title', TENTATIVE_NOTE);
    expect(TENTATIVE_NOTE).toBe(
      'This diamond may not be available. We will check for you once your request is placed.',
    );
  });
  it('say it in the cart too, of what is still there, and on the page of the stone', async () => {
    const available = world.server.answer('/inventory/available', {}, 'demo-customer').body as Stone[];
    const tentative = available.filter(({ tentativeAvailability }) => tentativeAvailability).slice(0, 2);
    const [there, gone] = tentative.map(({ parcelName }) => parcelName) as [string, string];
    world.server.answer('/inventory/cart_stones', { parcelNames: [there, gone] }, 'demo-customer');
    world.server.receive(gone, 'MEMO');
    const user = world.show();
    await showList(user, 'Cart');
    const row = (name: string) =>
      waitFor(async () => {
        const found = (await grid()).querySelector<HTMLElement>(`tr[data-key="${name}"]`);
        expect(found).not.toBeNull();
        return found!;
      });
    expect(within(await row(there)).getByTitle(TENTATIVE_NOTE)).toBeInTheDocument();
    expect(within(await row(gone)).queryByTitle(TENTATIVE_NOTE)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    expect(await screen.findByText('To be confirmed')).toHaveAttribute('title', TENTATIVE_NOTE);
    await user.click(screen.getByRole('button', { name: new RegExp(`^Open ${there},`) }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(TENTATIVE_NOTE)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Open details' }));
    const page = await screen.findByRole('article', { name: `Stone ${there}` });
    expect(await within(page).findByText(TENTATIVE_NOTE)).toBeVisible();
  });
  it('have a certificate icon that opens the certificate', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getAllByRole('button', { name: /^Certificate of VTR-/ })[0]!);
    // What is shown while it loads is another dialog.
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible());
  });
  it('have a video camera that opens the video', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getAllByRole('button', { name: /^Show VTR-/ })[0]!);
    expect(await within(await screen.findByRole('dialog')).findByTitle(/^Video of/)).toBeVisible();
  });
});
