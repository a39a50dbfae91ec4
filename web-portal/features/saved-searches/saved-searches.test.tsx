import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SavedSearch } from '#contracts/api/saved-searches.ts';
import { NEEDS_SERVER, setAway } from '../../lib/connection.ts';
import { grid, parcels, portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld(120);
const ID = '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90';
const saved = (more: Partial<SavedSearch> = {}): SavedSearch => ({
  id: ID,
  name: 'Ten thousand',
  kind: 'available',
  line: 'natural',
  newMatches: 0,
  mails: false,
  filters: { parcelName: { kind: 'text', text: 'VTR-10001' } },
  sort: { column: 'total', descending: true },
  ...more,
});
const answer = (...searches: SavedSearch[]) =>
  world.answerWith('/searches', { status: 200, body: searches }, Infinity);
const panel = () => screen.findByRole('dialog', { name: 'Saved searches' });

afterEach(() => setAway(null));

describe('Saved searches (product: Saved searches)', () => {
  it('are marked with what is new, opened with filters and order, and seen then', async () => {
    answer(saved({ newMatches: 2 }), saved({ id: ID.replace('6', '7'), name: 'Mine', kind: 'customer' }));
    world.answerWith(`/searches/${ID}/seen`, { status: 200, body: { id: ID } });
    const user = world.show();
    await grid();
    await user.click(await screen.findByRole('button', { name: 'Saved searches, 2 new' }));
    const opened = within(await panel());
    // Only what is available has new matches to mail.
    expect(opened.getAllByRole('checkbox')).toHaveLength(1);
    answer(saved());
    await user.click(opened.getByRole('button', { name: /^Ten thousand ?2 new/ }));
    await waitFor(async () =>
      expect((await parcels()).every((name) => name.startsWith('VTR-10001'))).toBe(true),
    );
    expect(within(await grid()).getByRole('columnheader', { name: /^Total/ })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Saved searches' })).toBeVisible());
    expect(world.calls.some(({ path }) => path === `/searches/${ID}/seen`)).toBe(true);
  });

  it('are saved of what is filtered now under a name', async () => {
    const user = world.show();
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Cert' }), '77');
    await user.click(screen.getByRole('button', { name: 'Saved searches' }));
    const opened = within(await panel());
    expect(opened.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await user.type(opened.getByLabelText('Name of these filters'), 'Sevens');
    await user.click(opened.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path.startsWith('/searches/'))?.body).toEqual({
        name: 'Sevens',
        kind: 'available',
        line: 'natural',
        mails: false,
        filters: { certNo: { kind: 'text', text: '77' } },
        sort: { column: 'weight', descending: false },
      }),
    );
  });

  it('one that was deleted elsewhere is not saved by its mail tick: this is shown, and it is gone here too', async () => {
    answer(saved());
    world.answerWith(`/searches/${ID}`, { status: 402, body: { message: 'It is not there any more.' } });
    const user = world.show();
    await grid();
    await user.click(await screen.findByRole('button', { name: 'Saved searches' }));
    const mail = await within(await panel()).findByRole('checkbox', { name: /Ten thousand/ });
    answer();
    await user.click(mail);
    expect(await screen.findByText('It is not there any more.')).toBeVisible();
    await waitFor(() => expect(mail).not.toBeInTheDocument());
    expect(world.calls.filter(({ path }) => path === `/searches/${ID}`)).toMatchObject([{ method: 'PUT' }]);
  });

  it('are not changed without a connection, but opened all the same', async () => {
    answer(saved({ newMatches: 2 }));
    const user = world.show();
    await grid();
    await user.click(await screen.findByRole('button', { name: 'Saved searches, 2 new' }));
    const opened = within(await panel());
    world.answerWith('/login/check', 'network lost', Infinity);
    act(() => setAway({ asOf: '2026-11-18T15:04:00Z', until: null }));
    for (const name of ['Save', 'Delete Ten thousand']) {
      expect(opened.getByRole('button', { name })).toBeDisabled();
      expect(opened.getByRole('button', { name })).toHaveAttribute('title', NEEDS_SERVER);
    }
    expect(opened.getByRole('checkbox', { name: /Ten thousand/ })).toBeDisabled();
    await user.click(opened.getByRole('button', { name: /^Ten thousand ?2 new/ }));
    await waitFor(async () =>
      expect((await parcels()).every((name) => name.startsWith('VTR-10001'))).toBe(true),
    );
    expect(world.calls.some(({ path }) => path === `/searches/${ID}/seen`)).toBe(false);
  });

  it('one that got no answer is the same search when it is sent again', async () => {
    const user = world.show();
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Cert' }), '77');
    await user.click(screen.getByRole('button', { name: 'Saved searches' }));
    const opened = within(await panel());
    await user.type(opened.getByLabelText('Name of these filters'), 'Sevens');
    const puts = () =>
      world.calls.filter(({ path }) => path.startsWith('/searches/')).map(({ path }) => path);
    world.answerWith('/searches/*', 'network lost', Infinity);
    for (const count of [1, 2]) {
      await user.click(opened.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(puts()).toHaveLength(count));
      await world.untilAnswered();
      await waitFor(() => expect(opened.getByRole('button', { name: 'Save' })).toBeEnabled());
    }
    expect(new Set(puts()).size).toBe(1);
  });
});
