import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ClientLink } from '#contracts/api/client-links.ts';
import type { StoneDetails } from '#contracts/api/stones.ts';
import { saveValue } from '../../lib/saved-state.ts';
import { grid, parcels, portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(40);
const ID = '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90';
const link = (more: Partial<ClientLink> = {}): ClientLink => ({
  id: ID,
  state: 'LIVE',
  url: 'https://vitrine.example/clientlink#token=abc',
  prices: 'RETAIL',
  title: 'For Anna',
  message: '',
  activity: 0,
  news: 0,
  madeAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-12-04T10:00:00.000Z',
  revokedAt: null,
  firstOpenedAt: null,
  openedAt: null,
  questions: [],
  stones: [{ parcelName: 'VTR-100010', line: 'natural', liked: false }],
  ...more,
});
const answer = (...links: ClientLink[]) =>
  world.answerWith('/client-links', { status: 200, body: links }, Infinity);
/** What was posted to a path last. */
const sent = (path: string) =>
  world.calls.findLast((call) => call.path === path && Object.keys(call.body).length > 0)?.body;
const clipboard = () => vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

describe('Client links (product: Client links)', () => {
  it('are made of what is selected, with prices, days and words, and copied', async () => {
    const user = world.show();
    const writeText = clipboard();
    await grid();
    const [first] = await parcels();
    expect(screen.getByRole('button', { name: 'Client link' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Select ${first!}`) }));
    await user.click(await screen.findByRole('button', { name: 'Client link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Client link' }));
    await user.type(dialog.getByLabelText('Title (optional)'), 'For Anna');
    await user.selectOptions(dialog.getByLabelText('Prices'), 'No prices');
    await user.selectOptions(dialog.getByLabelText('Good for'), '7 days');
    world.answerWith('/client-links', { status: 201, body: link({ prices: 'NONE' }) });
    await user.click(dialog.getByRole('button', { name: 'Make link' }));
    const ready = within(await screen.findByRole('dialog', { name: 'The link is ready' }));
    expect(sent('/client-links')).toEqual({
      parcelNames: [first],
      prices: 'NONE',
      days: 7,
      title: 'For Anna',
      message: '',
    });
    await user.click(ready.getByRole('button', { name: 'Copy link' }));
    expect(writeText).toHaveBeenCalledWith('https://vitrine.example/clientlink#token=abc');
    expect(await screen.findByText('Link copied')).toBeVisible();
    writeText.mockRejectedValue(new Error('Write permission denied.'));
    await user.click(ready.getByRole('button', { name: 'Copy link' }));
    expect(
      await screen.findByText('The link was not copied: this browser does not allow it here.'),
    ).toBeVisible();
  });

  it('given a phone and the stone taken by another customer meanwhile, keep what was typed', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...wide(query),
      matches: query.includes('max-width: 599px') || query.includes('max-width: 899px'),
    }));
    try {
      const user = world.show();
      const ticks = await screen.findAllByRole('checkbox', { name: /^Select VTR-/ });
      const name = /VTR-\d+/.exec(ticks[0]!.getAttribute('aria-label')!)![0];
      expect(screen.queryByRole('button', { name: 'Client link' })).toBeNull();
      await user.click(ticks[0]!);
      await user.click(await screen.findByRole('button', { name: 'Client link' }));
      const dialog = await screen.findByRole('dialog', { name: 'Client link' });
      await user.type(within(dialog).getByLabelText('Message (optional)'), 'As you asked');
      world.server.receive(name, 'MEMO');
      await waitFor(() =>
        expect(screen.queryByRole('button', { name: 'Client link', hidden: true })).toBeNull(),
      );
      expect(dialog).toBeInTheDocument();
      expect(within(dialog).getByLabelText('Message (optional)')).toHaveValue('As you asked');
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });

  it('keep title and message when the dialog is left before the link is made, and begin anew after it', async () => {
    const user = world.show();
    await grid();
    const [first] = await parcels();
    await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Select ${first!}`) }));
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Client link' }));
      return within(await screen.findByRole('dialog', { name: 'Client link' }));
    };
    const left = await open();
    await user.type(left.getByLabelText('Title (optional)'), 'For Anna');
    await user.type(left.getByLabelText('Message (optional)'), 'As you asked');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    const again = await open();
    expect(again.getByLabelText('Title (optional)')).toHaveValue('For Anna');
    expect(again.getByLabelText('Message (optional)')).toHaveValue('As you asked');
    world.answerWith('/client-links', { status: 201, body: link() });
    await user.click(again.getByRole('button', { name: 'Make link' }));
    await screen.findByRole('dialog', { name: 'The link is ready' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    const next = await open();
    expect(next.getByLabelText('Title (optional)')).toHaveValue('');
    expect(next.getByLabelText('Message (optional)')).toHaveValue('');
  });

  describe('made while its dialog is closed before the answer', () => {
    const openFor = async (user: ReturnType<typeof world.show>) => {
      await user.click(await screen.findByRole('button', { name: 'Client link' }));
      return within(await screen.findByRole('dialog', { name: 'Client link' }));
    };
    const closedWhileMade = async () => {
      const user = world.show();
      await grid();
      const [first] = await parcels();
      await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Select ${first!}`) }));
      const dialog = await openFor(user);
      await user.type(dialog.getByLabelText('Title (optional)'), 'For Anna');
      await user.type(dialog.getByLabelText('Message (optional)'), 'As you asked');
      const held = world.hold('/client-links');
      world.answerWith('/client-links', { status: 201, body: link() });
      await user.click(dialog.getByRole('button', { name: 'Make link' }));
      await waitFor(() => expect(sent('/client-links')).toMatchObject({ title: 'For Anna' }));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      return { user, held };
    };

    it('leaves no words of it for the next client', async () => {
      const { user, held } = await closedWhileMade();
      held.release();
      await world.untilAnswered();
      const next = await openFor(user);
      await waitFor(() => expect(next.getByLabelText('Title (optional)')).toHaveValue(''));
      expect(next.getByLabelText('Message (optional)')).toHaveValue('');
    });

    it('takes no words that were typed for the next client meanwhile', async () => {
      const { user, held } = await closedWhileMade();
      const next = await openFor(user);
      await user.clear(next.getByLabelText('Title (optional)'));
      await user.type(next.getByLabelText('Title (optional)'), 'For Bea');
      held.release();
      await waitFor(() => expect(next.getByLabelText('Message (optional)')).toHaveValue(''));
      expect(next.getByLabelText('Title (optional)')).toHaveValue('For Bea');
    });
  });

  it('say what was liked and asked; what is new is counted, and seen once they are opened', async () => {
    const news = link({
      activity: 3,
      news: 3,
      firstOpenedAt: '2026-11-21T10:00:00.000Z',
      openedAt: '2026-11-21T10:00:00.000Z',
      stones: [{ parcelName: 'VTR-100010', line: 'natural', liked: true }],
      questions: [
        { id: ID, parcelName: null, text: 'Are you open on Sunday?', askedAt: '2026-11-21T10:05:00.000Z' },
      ],
    });
    answer(news);
    world.answerWith('/client-links/seen', { status: 200, body: [link()] });
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Client links, 3 new' }));
    answer({ ...news, news: 0 });
    const panel = within(await screen.findByRole('dialog', { name: 'Client links' }));
    expect(await panel.findByText('Are you open on Sunday?')).toBeVisible();
    expect(panel.getByRole('button', { name: 'VTR-100010' })).toBeVisible();
    await waitFor(() => expect(sent('/client-links/seen')).toEqual({ links: [{ id: ID, activity: 3 }] }));
    // Seen, it is no longer counted, and stays marked for as long as it is looked at.
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Client links', hidden: true })).not.toHaveTextContent('new'),
    );
    expect(panel.getByText('3 new')).toBeVisible();
    // A link names the stone; its tab is headed as one that a list opened.
    await user.click(panel.getByRole('button', { name: 'VTR-100010' }));
    const strip = within(await screen.findByRole('navigation', { name: 'Open stones' }));
    const { certNo } = world.server.answer(
      '/inventory/details',
      { parcelName: 'VTR-100010' },
      'demo-customer',
    ).body as StoneDetails;
    expect(await strip.findByRole('button', { name: certNo! })).toBeVisible();
  });

  it('are read again when they are opened: what the button knows may be a minute old', async () => {
    answer(link({ title: 'As a minute ago' }));
    const user = world.show();
    const button = await screen.findByRole('button', { name: 'Client links' });
    await world.untilAnswered();
    answer(link({ title: 'As it is now' }));
    await user.click(button);
    const panel = within(await screen.findByRole('dialog', { name: 'Client links' }));
    expect(await panel.findByText('As it is now')).toBeVisible();
  });

  it('are revoked after a question, and offer nothing more then', async () => {
    answer(link());
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Client links' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke For Anna' }));
    const revoked = link({ state: 'REVOKED', url: null, revokedAt: '2026-11-22T10:00:00.000Z' });
    world.answerWith(`/client-links/${ID}`, { status: 200, body: revoked });
    answer(revoked);
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Revoked')).toBeVisible();
    expect(await screen.findByText('Link revoked')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Client links' })).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Copy link: For Anna' })).toBeNull();
  });

  it('are still asked about where they could not be revoked', async () => {
    answer(link());
    const user = world.show();
    await user.click(await screen.findByRole('button', { name: 'Client links' }));
    await user.click(await screen.findByRole('button', { name: 'Revoke For Anna' }));
    world.answerWith(`/client-links/${ID}`, { status: 402, body: 'Not now.' });
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Yes' })).not.toHaveAttribute('aria-busy'));
  });

  it('are not shown while a client looks on, nor made', async () => {
    answer(link({ news: 2 }));
    saveValue('demo-customer', 'clientView', 'RETAIL');
    world.show();
    await grid();
    const [first] = await parcels();
    fireEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^Select ${first!}`) }));
    await screen.findByText(/1 selected/);
    expect(screen.queryByRole('button', { name: /^Client link/ })).toBeNull();
    expect(world.calls.some(({ path }) => path === '/client-links')).toBe(false);
  });

  it('of a user who sees no prices have none', async () => {
    world.username = 'demo-no-prices';
    const user = world.show();
    await grid();
    const [first] = await parcels();
    await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Select ${first!}`) }));
    await user.click(await screen.findByRole('button', { name: 'Client link' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Client link' }));
    expect(dialog.queryByLabelText('Prices')).toBeNull();
    world.answerWith('/client-links', { status: 201, body: link({ prices: 'NONE' }) });
    await user.click(dialog.getByRole('button', { name: 'Make link' }));
    await screen.findByRole('dialog', { name: 'The link is ready' });
    expect(sent('/client-links')).toMatchObject({ prices: 'NONE', days: 14 });
  });
});
