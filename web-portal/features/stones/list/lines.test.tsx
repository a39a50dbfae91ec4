import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { saveFile } from '#web-shared/http/save-file.ts';
import { grid, parcels, portalWorld, showList } from '../../../testing/render-portal.tsx';
import { actions, headings, linkTo } from './testing/list-page.ts';

vi.mock('#web-shared/http/save-file.ts', () => ({ saveFile: vi.fn() }));

const world = portalWorld(120, 12);

describe('The lists of each line (product: Stone lists)', () => {
  it.each([
    ['Clarity LG Diamonds', 'LG-100', ['Lab', 'Cert', 'Colour', 'Tier'], ['Rap %', 'Brand']],
    ['Fancy Coloured Diamonds', 'FC-100', ['Colour', 'Total'], ['Rap %', 'Fancy Colour', 'Intensity']],
  ])('%s', async (line, first, there, missing) => {
    const user = world.show();
    await showList(user, 'Available', line);
    expect(await screen.findByRole('checkbox', { name: new RegExp(`^Select ${first},`) })).toBeVisible();
    const found = await headings();
    for (const heading of there) expect(found).toContain(heading);
    for (const heading of missing) expect(found).not.toContain(heading);
  });
  it('pieces of jewellery have their model, and neither gallery nor refill', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    await user.click(await screen.findByRole('button', { name: 'Pieces' }));
    await screen.findByRole('checkbox', { name: /^Select J-100,/ });
    expect(await headings()).toEqual(
      expect.arrayContaining(['Parcel Name', 'Model', 'Description', 'Type', 'Sub-type', 'Finish', 'Total']),
    );
    expect(screen.queryByRole('button', { name: 'Gallery' })).not.toBeInTheDocument();
  });
  const ONE_PIECE = { parcelName: { kind: 'text', text: 'J-100' } } as const;
  it('pieces come by a link that filters them, and the models again by the switch', async () => {
    const user = world.show(linkTo('available/jewellery', ONE_PIECE));
    await screen.findByRole('checkbox', { name: /^Select J-100,/ });
    expect(await parcels()).toEqual(['J-100']);
    await user.click(screen.getByRole('button', { name: 'Models' }));
    await screen.findByRole('grid', { name: 'Jewellery models' });
    await user.click(screen.getByRole('button', { name: 'Pieces' }));
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await user.click(screen.getByRole('button', { name: 'Models' }));
    await user.click(screen.getByRole('button', { name: 'Pieces' }));
    await screen.findByRole('checkbox', { name: /^Select J-101,/ });
  });
  it('and by a saved search', async () => {
    const search = { name: 'One piece', kind: 'available', line: 'jewellery', filters: ONE_PIECE };
    const saved = { ...search, id: '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90', newMatches: 0, mails: false };
    const sort = { column: 'weight', descending: false };
    world.answerWith('/searches', { status: 200, body: [{ ...saved, sort }] }, Infinity);
    const user = world.show();
    await showList(user, 'Available', 'Core Jewellery');
    await screen.findByRole('grid', { name: 'Jewellery models' });
    await showList(user, 'Available');
    await user.click(await screen.findByRole('button', { name: 'Saved searches' }));
    await user.click(await screen.findByRole('button', { name: /^One piece/ }));
    await screen.findByRole('checkbox', { name: /^Select J-100,/ });
    expect(await parcels()).toEqual(['J-100']);
  });
  it('go through cart, My and Past of their own line', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('button', { name: 'Add LG-100 to cart' }));
    await showList(user, 'Cart', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('checkbox', { name: /^Select LG-100,/ }));
    await user.click(actions().getByRole('button', { name: 'Request' }));
    const dialog = await screen.findByRole('dialog', { name: 'Confirm your request' });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await waitFor(() =>
      expect(world.calls.filter(({ path }) => path === '/labgrown/request_stones')).toHaveLength(1),
    );
    await showList(user, 'My Inventory', 'Clarity LG Diamonds');
    expect(await screen.findByRole('checkbox', { name: /^Select LG-100,/ })).toBeVisible();
  });
  it('the window is titled by its list', async () => {
    const user = world.show();
    await grid();
    await waitFor(() => expect(document.title).toBe('Available: Loose Diamonds · Vitrine'));
    await showList(user, 'Cart', 'Loose Diamonds');
    await waitFor(() => expect(document.title).toBe('Cart: Loose Diamonds · Vitrine'));
  });
  it('prints all that passes the filters, not the page on the screen', async () => {
    world.show();
    const table = await grid();
    const shown = (): number => table.querySelectorAll('tr[data-key]').length;
    expect(shown()).toBe(15);
    window.dispatchEvent(new Event('beforeprint'));
    expect(shown()).toBe(110);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(shown()).toBe(15);
  });
  it('a list that cannot be loaded says so once, with a way to try again', async () => {
    world.answerWith('/inventory/available', { status: 402, body: { message: 'Not now.' } }, 9);
    world.show('/?page=available/natural');
    expect(await screen.findByText('This list could not be loaded')).toBeVisible();
    expect(screen.getAllByText('Not now.')).toHaveLength(1);
  });
  it('Compare has its place, and waits for 2 to 5 stones', async () => {
    const user = world.show();
    await grid();
    const boxes = screen.getAllByRole('checkbox', { name: /^Select VTR/ });
    const compare = screen.getByRole('button', { name: 'Compare' });
    for (const [place, box] of boxes.slice(0, 6).entries()) {
      await user.click(box);
      const chosen = place + 1;
      const comparable = chosen >= 2 && chosen <= 5;
      expect(compare).toHaveTextContent(comparable ? `Compare ${chosen}` : 'Compare');
      expect(compare.hasAttribute('disabled')).toBe(!comparable);
    }
  });
  it('a row opens a tab', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    await user.click(within(await grid()).getByText('LG-100'));
    expect(await screen.findByRole('navigation', { name: 'Open stones' })).toBeVisible();
  });
});

describe('Past', () => {
  it('has the Last Action, and a Refill button that opens the replacement options', async () => {
    const user = world.show();
    await showList(user, 'Account History');
    const [first] = await parcels();
    expect(await headings()).toContain('Last Action');
    await user.click(screen.getByRole('button', { name: `Refill ${first}` }));
    expect(await screen.findByRole('dialog', { name: /Replacement options/ })).toBeVisible();
    expect(await screen.findByText(/able to find a close match\. Sorry!/)).toBeVisible();
    expect(world.calls.find(({ path }) => path === '/inventory/similar')?.body).toMatchObject({
      parcelName: first,
      rankingType: 'REPLACEMENT',
    });
  });
  it('has the Last Action date on its cards too', async () => {
    const user = world.show(linkTo('past/natural', {}));
    await grid();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    expect(await screen.findAllByText(/^Last Action \d{4}-\d{2}-\d{2}$/)).toHaveLength(6);
  });
  const returned = linkTo('past/natural', { status: { kind: 'choice', values: ['Returned'] } });
  it('what came back is Returned beside the list too', async () => {
    const narrower = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...narrower(query),
      matches: query.includes('width >=') || narrower(query).matches,
    }));
    try {
      const held = world.hold('/inventory/details');
      world.show(returned);
      const beside = await screen.findByRole('article', { name: 'Beside the list' });
      expect(within(beside).getByText('Returned')).toBeVisible();
      held.release();
    } finally {
      vi.stubGlobal('matchMedia', narrower);
    }
  });
  it('what came back is Returned in its tab until its details have come', async () => {
    // It is not there to be requested: another customer has it.
    world.answerWith('/inventory/available', { status: 200, body: [] }, 9);
    const held = world.hold('/inventory/details');
    const user = world.show(returned);
    const [first] = await parcels();
    await user.click(within(await grid()).getByText(first!));
    const page = await screen.findByRole('article', { name: `Stone ${first}` });
    expect(within(page).getAllByText('Returned')).toHaveLength(2);
    held.release();
  });
});

describe('Empty lists', () => {
  it("say '0 stones found', and where nothing passes the filters, how to see all again", async () => {
    const user = world.show(linkTo('past/natural', { certNo: { kind: 'text', text: 'nothing' } }));
    expect((await screen.findAllByText('0 stones found')).length).toBeGreaterThan(0);
    await user.click(screen.getAllByRole('button', { name: 'Clear Filters' }).at(-1)!);
    expect(await parcels()).toHaveLength(6);
  });
  it("of jewellery say '0 found'", async () => {
    world.show('/?page=cart/jewellery');
    expect((await screen.findAllByText('0 found')).length).toBeGreaterThan(0);
  });
});

describe('Excel export', () => {
  it('saves what is showing, or what is selected', async () => {
    const user = world.show();
    const [first] = await parcels();
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveFile).mock.lastCall?.[1]).toBe('Vitrine Export.xlsx');
    await user.click(screen.getByRole('checkbox', { name: new RegExp(`^Select ${first},`) }));
    expect(await screen.findByTitle('Excel: 1 selected')).toBeEnabled();
  });
});

describe('What others do', () => {
  it('takes a stone out of Available that anyone took', async () => {
    world.show();
    const [first] = await parcels();
    world.server.answer('/inventory/request_stones', { parcelNames: [first] }, 'demo-customer');
    await waitFor(async () => expect(await parcels()).not.toContain(first));
  });
  it('shows in the shared cart of any line', async () => {
    const user = world.show();
    await grid();
    world.server.answer('/labgrown/cart_stones', { parcelNames: ['LG-101'] }, 'demo-customer');
    await showList(user, 'Cart', 'Clarity LG Diamonds');
    expect(await screen.findByRole('checkbox', { name: /^Select LG-101,/ })).toBeVisible();
  });
});
