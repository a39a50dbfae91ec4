import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { SimilarStone } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { madeStones } from '../../testing/made-stones.ts';
import { portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld();
describe('Find a Match', () => {
  const open = async (found: readonly SimilarStone[]) => {
    world.answerWith('/inventory/similar', { status: 200, body: found }, 9);
    const user = world.show('/?parcel=VTR-100050');
    await user.click(await screen.findByRole('button', { name: 'Find a Match' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Find a Match' }) };
  };
  const source = madeStones(51)[50]!;
  const many = [...'DEFGHIJ'].map((colour, place) => ({
    stone: { ...source, parcelName: `VTR-10002${place}`, colour, status: 'AVAILABLE' as const },
    rank: place + 0.5,
    penalties: [{ penalty: 'colour' as const, amount: place + 0.5 }],
  }));

  it('asks for pairs', async () => {
    await open([]);
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path === '/inventory/similar')?.body).toMatchObject({
        parcelName: 'VTR-100050',
        rankingType: 'PAIR',
      }),
    );
  });
  it("with none: 'We weren't able to find a close match. Sorry!'", async () => {
    const { dialog } = await open([]);
    expect(await within(dialog).findByText("We weren't able to find a close match. Sorry!")).toBeVisible();
  });
  it('ranks best first, with an add-to-cart button for each available stone', async () => {
    const { user, dialog } = await open(many);
    const list = await within(dialog).findByRole('list', { name: 'Similar stones' });
    const buttons = within(list).getAllByRole('button', { name: /^Add .* to cart$/ });
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(
      many.map(({ stone }) => `Add ${stone.parcelName} to cart`),
    );
    await user.click(buttons[0]!);
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path === '/inventory/cart_stones')?.body).toEqual({
        parcelNames: ['VTR-100020'],
      }),
    );
  });
  it('offers none that is taken meanwhile, and says so', async () => {
    const { dialog } = await open(many);
    const list = await within(dialog).findByRole('list', { name: 'Similar stones' });
    expect(await within(list).findByRole('button', { name: 'Add VTR-100020 to cart' })).toBeVisible();
    world.server.receive('VTR-100020', 'MEMO');
    await waitFor(() =>
      expect(within(list).queryByRole('button', { name: 'Add VTR-100020 to cart' })).toBeNull(),
    );
    expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(/No longer available$/);
    expect(within(list).getByRole('button', { name: 'Add VTR-100021 to cart' })).toBeVisible();
  });
  it('offers what its own answer calls available while the list of those cannot be loaded', async () => {
    world.answerWith('/inventory/available', { status: 402, body: { message: 'Not now.' } }, Infinity);
    const { dialog } = await open(many);
    const list = await within(dialog).findByRole('list', { name: 'Similar stones' });
    expect(await within(list).findAllByRole('button', { name: /^Add .* to cart$/ })).toHaveLength(
      many.length,
    );
  });
  it('calls none gone by a list of those available that is behind', async () => {
    const body = (world.server.answer('/inventory/available', {}, 'demo-customer').body as Stone[]).filter(
      ({ parcelName }) => parcelName !== 'VTR-100020',
    );
    const behind = { status: 200, body, headers: { 'x-stale': 'true' } };
    world.answerWith('/inventory/available', behind, Infinity);
    const { dialog } = await open(many);
    const list = await within(dialog).findByRole('list', { name: 'Similar stones' });
    expect(await within(list).findByRole('button', { name: 'Add VTR-100020 to cart' })).toBeVisible();
    expect(list).not.toHaveTextContent('No longer available');
  });
  it('says that these are the best where as many came as were asked for: there may be more', async () => {
    const sixty = Array.from({ length: 60 }, (_, place) => ({
      ...many[0]!,
      stone: { ...source, parcelName: `VTR-2${String(place)}`, status: 'AVAILABLE' as const },
    }));
    const { dialog } = await open(sixty);
    expect(await within(dialog).findByText('The best 60 similar stones')).toBeVisible();
  });
  it('says a verdict, then how the stone differs and costs, then the working of the score', async () => {
    const [cheaper] = many;
    const total = source.total! - 120;
    const { dialog } = await open([
      {
        stone: { ...cheaper!.stone, colour: source.colour, weight: source.weight - 0.03, total },
        rank: 2.4,
        penalties: [
          { penalty: 'weight', amount: 2.28 },
          { penalty: 'price', amount: 0.12 },
        ],
      },
    ]);
    const list = await within(dialog).findByRole('list', { name: 'Similar stones' });
    expect(list).toHaveTextContent(
      /Near0\.03 ct smaller\$120 lessScore 2\.4weight 2\.28price 0\.12\$[\d,.]+ Add to cart$/,
    );
  });
  it('a stone that is not available has no add-to-cart button', async () => {
    const { dialog } = await open([{ ...many[0]!, stone: { ...many[0]!.stone, status: 'CUSTOMER' } }]);
    await within(dialog).findByRole('list', { name: 'Similar stones' });
    expect(within(dialog).queryByRole('button', { name: / to cart$/ })).not.toBeInTheDocument();
  });
  it('compares up to five side by side, the stone itself among them', async () => {
    const { user, dialog } = await open(many);
    await within(dialog).findByRole('list', { name: 'Similar stones' });
    for (const place of [0, 1, 2, 3])
      await user.click(within(dialog).getByRole('checkbox', { name: `Compare VTR-10002${place}` }));
    expect(within(dialog).getByRole('checkbox', { name: 'Compare VTR-100024' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: /^Compare 5/ }));
    const table = await within(dialog).findByRole('table');
    expect(within(table).getAllByRole('columnheader')).toHaveLength(6);
    expect(within(table).getAllByText('Near')).toHaveLength(2);
    const rows = () => within(table).getAllByRole('row').length;
    const all = rows();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Differences only' }));
    expect(rows()).toBeLessThan(all);
  });
});

describe('Compare', () => {
  const compare = async (page = '/') => {
    const user = world.show(page);
    const ticks = await screen.findAllByRole('checkbox', { name: /^Select VTR-/ });
    for (const tick of ticks.slice(0, 3)) await user.click(tick);
    await user.click(await screen.findByRole('button', { name: 'Compare 3' }));
    return { dialog: await screen.findByRole('dialog', { name: 'Compare' }) };
  };
  it('has a price, one picture and what differs from the first in the head of each', async () => {
    const { dialog } = await compare();
    const [, first, ...others] = await within(dialog).findAllByRole('columnheader');
    expect(first).toHaveTextContent(/\$[\d,]+\.\d\d/);
    expect(within(first!).queryByRole('list', { name: 'Differences' })).not.toBeInTheDocument();
    expect(others).toHaveLength(2);
    for (const other of others) {
      expect(other).toHaveTextContent(/\$[\d,]+\.\d\d/);
      expect(await within(other).findByRole('list', { name: 'Differences' })).toHaveTextContent(
        /better|worse|larger|smaller|more|less/,
      );
    }
    expect(within(dialog).getAllByText(/ mm$/).length).toBeGreaterThanOrEqual(3);
  });
  it('has an add-to-cart button for what is available, for as long as it is', async () => {
    const { dialog } = await compare();
    const buttons = () => within(dialog).queryAllByRole('button', { name: /^Add .* to cart$/ });
    const { length } = buttons();
    const [first] = buttons();
    const name = /VTR-\d+/.exec(first!.getAttribute('aria-label')!)![0];
    world.server.receive(name, 'MEMO');
    await waitFor(() => expect(buttons()).toHaveLength(length - 1));
    expect(first).not.toBeInTheDocument();
  });
  it('has none for what came back from the customer and is not there', async () => {
    world.answerWith('/inventory/available', { status: 200, body: [] }, 9);
    const { dialog } = await compare('/?page=past/natural');
    await within(dialog).findAllByRole('list', { name: 'Differences' });
    await waitFor(() => expect(world.calls.map(({ path }) => path)).toContain('/inventory/available'));
    await world.untilAnswered();
    expect(within(dialog).queryByRole('button', { name: / to cart$/ })).not.toBeInTheDocument();
  });
  it('given stones that came back and that others have, then each says so and none can be added', async () => {
    const past = world.server.answer('/inventory/past', {}, 'demo-customer').body as Stone[];
    const gone = past.filter(({ status }) => status === 'AVAILABLE');
    expect(gone.length).toBeGreaterThanOrEqual(3);
    const body = gone.map((stone) => ({ ...stone, status: 'NOT_AVAILABLE' as const }));
    world.answerWith('/inventory/past', { status: 200, body }, Infinity);
    world.answerWith('/inventory/available', { status: 200, body: [] }, Infinity);
    const { dialog } = await compare('/?page=past/natural');
    expect(await within(dialog).findAllByText('No longer available')).toHaveLength(3);
    expect(within(dialog).queryByRole('button', { name: / to cart$/ })).not.toBeInTheDocument();
  });
  it('has none for what came back while the list of those available cannot be loaded', async () => {
    world.answerWith('/inventory/available', { status: 402, body: { message: 'Not now.' } }, Infinity);
    const { dialog } = await compare('/?page=past/natural');
    await within(dialog).findAllByRole('list', { name: 'Differences' });
    await world.untilAnswered();
    expect(world.calls.map(({ path }) => path)).toContain('/inventory/available');
    expect(within(dialog).queryByRole('button', { name: / to cart$/ })).not.toBeInTheDocument();
  });
  it('has nothing of prices where they are hidden', async () => {
    world.username = 'demo-no-prices';
    const { dialog } = await compare();
    await within(dialog).findAllByRole('list', { name: 'Differences' });
    expect(dialog.textContent).not.toMatch(/\$|RAP|Price|Total/);
  });
});
