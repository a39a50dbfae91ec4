import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientLinkView, ClientStone } from '#contracts/api/client-links.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(0);
const ID = '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90';
const stone = (place: number, more: Partial<ClientStone> = {}): ClientStone => ({
  place,
  gone: false,
  liked: false,
  piece: false,
  labGrown: false,
  fancyColoured: false,
  weight: 1.2,
  shapeCode: 'RD',
  shapeName: 'Round',
  colour: 'F',
  clarity: 'VS1',
  cut: 'EX',
  lab: 'GIA',
  certNo: '2141438171',
  certificate: true,
  ...more,
});
const view = (more: Partial<ClientLinkView> = {}): ClientLinkView => ({
  jeweller: 'Harbour & Vine',
  title: 'For Anna',
  message: 'Two to choose from.',
  prices: 'RETAIL',
  timeZone: 'America/New_York',
  at: '2026-11-20T15:00:00.000Z',
  expiresAt: '2026-12-04T15:00:00.000Z',
  stones: [stone(1, { price: 14_700 }), stone(2, { weight: 0.9 })],
  questions: [],
  ...more,
});
const answer = (path: string, body: unknown, status = 200) =>
  world.answerWith(`/client-link/${path}`, { status, body }, Infinity);
const open = () => world.show('/clientlink#token=abc');
const card = (name: string) => screen.findByRole('article', { name });

beforeEach(() => {
  world.username = null;
});

describe('What a client sees by a link (rule: Client link)', () => {
  it('are the stones with grades and retail price, under the jeweller’s name', async () => {
    answer('view', view());
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'For Anna' })).toBeVisible();
    expect(screen.getByText('Two to choose from.')).toBeVisible();
    const first = within(await card('1.20 ct Round F VS1'));
    expect(first.getByText('$14,700.00')).toBeVisible();
    expect(first.getByRole('link', { name: 'GIA 2141438171' })).toHaveAttribute('rel', 'noreferrer');
    expect(within(await card('0.90 ct Round F VS1')).getByText('Price on request')).toBeVisible();
    expect(document.title).toBe('For Anna · Harbour & Vine');
    expect(world.calls.map(({ body }) => body)).toContainEqual({ token: 'abc' });
  });

  it('has no price where none are shown, and of what is gone that it is', async () => {
    answer(
      'view',
      view({ prices: 'NONE', stones: [stone(1), stone(2, { gone: true, certificate: false })] }),
    );
    open();
    const [there, gone] = await screen.findAllByRole('article');
    expect(document.body.textContent).not.toMatch(/\$|[Pp]rice/);
    expect(within(gone!).getByText('No longer available')).toBeVisible();
    expect(within(gone!).queryByRole('button', { name: /Like|Ask/ })).toBeNull();
    expect(within(there!).getByRole('button', { name: 'Like 1.20 ct Round F VS1' })).toBeVisible();
  });

  it('a stone is liked, and that taken back', async () => {
    answer('view', view());
    const user = open();
    const first = within(await card('1.20 ct Round F VS1'));
    answer('like', view({ stones: [stone(1, { liked: true }), stone(2, { weight: 0.9 })] }));
    // Its name stays, and says which of the stones; whether it is pressed says the rest.
    const like = first.getByRole('button', { name: 'Like 1.20 ct Round F VS1' });
    await user.click(like);
    await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'true'));
    expect(like).toHaveTextContent(/^Like$/);
    expect(like).toHaveAccessibleName('Like 1.20 ct Round F VS1');
    answer('like', view());
    await user.click(like);
    await waitFor(() => expect(like).toHaveAttribute('aria-pressed', 'false'));
    expect(world.calls.filter(({ path }) => path === '/client-link/like').map(({ body }) => body)).toEqual([
      { token: 'abc', place: 1, liked: true },
      { token: 'abc', place: 1, liked: false },
    ]);
  });

  it('likes are sent one after the other, and no reading meanwhile takes them off the page', async () => {
    answer('view', view());
    const user = open();
    const like = within(await card('1.20 ct Round F VS1')).getByRole('button', { name: /^Like/ });
    const other = within(await card('0.90 ct Round F VS1')).getByRole('button', { name: /^Like/ });
    const sent = (path: string) => world.calls.filter((call) => call.path === `/client-link/${path}`);
    answer('like', view({ stones: [stone(1, { liked: true }), stone(2, { weight: 0.9, liked: true })] }));
    const { release } = world.hold('/client-link/like');
    await user.click(like);
    await user.click(other);
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(sent('like').map(({ body }) => body['place'])).toEqual([1]));
    release();
    await waitFor(() => expect(sent('like').map(({ body }) => body['place'])).toEqual([1, 2]));
    await act(() => world.untilAnswered());
    expect(sent('view')).toHaveLength(1);
    expect(like).toHaveAttribute('aria-pressed', 'true');
    expect(other).toHaveAttribute('aria-pressed', 'true');
    // Read again once nothing is under way.
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(sent('view')).toHaveLength(2));
  });

  it('a question about a stone is sent once, and shown then; what could not be sent stays', async () => {
    answer('view', view());
    const user = open();
    const first = within(await card('1.20 ct Round F VS1'));
    await user.click(first.getByRole('button', { name: 'Ask about 1.20 ct Round F VS1' }));
    await user.type(first.getByLabelText('Your question'), 'Is it eye clean?');
    answer('ask', { message: 'Too many attempts. Please try again in 5 seconds.' }, 429);
    await user.click(first.getByRole('button', { name: 'Send question' }));
    expect(await screen.findByText(/^Too many attempts/)).toBeVisible();
    expect(first.getByLabelText('Your question')).toHaveValue('Is it eye clean?');
    answer('ask', view({ questions: [{ id: ID, place: 1, text: 'Is it eye clean?' }] }));
    await user.click(first.getByRole('button', { name: 'Send question' }));
    expect(await first.findByText('“Is it eye clean?”')).toBeVisible();
    expect(first.queryByLabelText('Your question')).toBeNull();
    expect(await screen.findByRole('status')).toHaveTextContent('Your question was sent.');
    expect(first.getByRole('button', { name: /^Ask about / })).toHaveFocus();
    const { body, headers } = world.calls.findLast(({ path }) => path === '/client-link/ask')!;
    expect(body).toEqual({ token: 'abc', place: 1, text: 'Is it eye clean?' });
    expect(headers.get('idempotency-key')).not.toBeNull();
  });

  it('a link that lost its end says so, and not what the server names its field', async () => {
    answer('view', { message: 'token must be at least 1 characters long.', field: 'token' }, 402);
    world.show('/clientlink');
    expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    expect(screen.queryByText(/characters/)).toBeNull();
  });

  it('a newer link opened in its place shows what it leads to', async () => {
    answer('view', view());
    open();
    await screen.findByRole('heading', { level: 1, name: 'For Anna' });
    answer('view', view({ title: 'For Bo' }));
    act(() => {
      window.location.hash = '#token=def';
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'For Bo' })).toBeVisible();
    expect(world.calls.map(({ body }) => body['token'])).toEqual(['abc', 'def']);
  });

  it('a revoked link shows nothing any more, also on a page that stands open', async () => {
    answer('view', view());
    open();
    await card('1.20 ct Round F VS1');
    answer('view', { message: 'This link no longer works. Please ask for a new one.' }, 404);
    fireEvent(document, new Event('visibilitychange'));
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('a lost network leaves what is shown, and is tried again where nothing is shown yet', async () => {
    world.answerWith('/client-link/view', 'network lost');
    const user = open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer('view', view());
    await user.click(again);
    await card('1.20 ct Round F VS1');
    const before = world.calls.length;
    world.answerWith('/client-link/view', 'network lost');
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(world.calls.length).toBeGreaterThan(before));
    await world.untilAnswered();
    expect(await card('1.20 ct Round F VS1')).toBeVisible();
  });
});
