import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Filters } from '../../../components/data-table/filters.ts';
import { saveFile } from '#web-shared/http/save-file.ts';
import { grid, parcels, portalWorld, showList } from '../../../testing/render-portal.tsx';
import { TENTATIVE_NOTE } from '../../../lists/stone-facts.ts';
import { previewUrl } from './hover-preview.ts';

vi.mock('#web-shared/http/save-file.ts', () => ({ saveFile: vi.fn() }));

const world = portalWorld(120, 12);
const headings = async (): Promise<string[]> =>
  within(await grid())
    .getAllByRole('columnheader')
    .map((head) => head.textContent.replace(/[↑↓]/, ''));
const linkTo = (page: string, filters: Filters): string =>
  `/?${new URLSearchParams({ page, filters: JSON.stringify(filters) }).toString()}`;
const inFilters = (name: string | RegExp): HTMLElement =>
  within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name });

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
  it('go through cart, My and Past of their own line', async () => {
    const user = world.show();
    await showList(user, 'Available', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('button', { name: 'Add LG-100 to cart' }));
    await showList(user, 'Cart', 'Clarity LG Diamonds');
    await user.click(await screen.findByRole('checkbox', { name: /^Select LG-100,/ }));
    await user.click(
      within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name: 'Request' }),
    );
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
});

describe('Price modes', () => {
  it('RETAIL shows prices without Rap', async () => {
    world.username = 'demo-retail';
    world.show();
    const found = await headings();
    expect(found).toContain('Total');
    expect(found).not.toContain('Rap %');
  });
  it('NONE shows no price in the table, nor in the gallery, nor a filter by it', async () => {
    world.username = 'demo-no-prices';
    const user = world.show();
    for (const priced of ['Total', 'Ppc', 'Rap %']) expect(await headings()).not.toContain(priced);
    expect(inFilters('Shape')).toBeVisible();
    expect(
      within(screen.getByRole('group', { name: 'Filters' })).queryByRole('button', { name: 'Total' }),
    ).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const cards = await screen.findByRole('list', { name: 'Available: Loose Diamonds' });
    expect(cards).not.toHaveTextContent('$');
  });
  it('a saved price filter betrays nothing to NONE', async () => {
    world.username = 'demo-no-prices';
    world.show(linkTo('available/natural', { total: { kind: 'range', min: 1_000_000, max: null } }));
    expect(await parcels()).toHaveLength(15);
  });
});

describe('Cards (product: Stone table)', () => {
  const names = (): string[] =>
    screen
      .getAllByRole('button', { name: /^Open VTR-/ })
      .map((card) => /VTR-\d+/.exec(card.getAttribute('aria-label')!)![0]);
  const select = async (user: UserEvent): Promise<void> => {
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    const summary = screen.getByText(/\d+ selected, /).closest('[role=status]');
    expect(summary).toHaveTextContent(/^(\d+) stones · \1 selected, /);
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(screen.queryByText(/\d+ selected, /)).not.toBeInTheDocument();
  };
  it('of the gallery are put in order and selected together, as the table is', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const byWeight = await waitFor(names);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Parcel Name');
    const byName = names();
    expect(byName).toEqual(byName.toSorted());
    expect(byName).not.toEqual(byWeight);
    await user.click(screen.getByRole('button', { name: 'Ascending order' }));
    expect(names()[0]! > byName.at(-1)!).toBe(true);
    expect(screen.getByRole('button', { name: 'Descending order' })).toBeVisible();
    await select(user);
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect((await parcels())[0]! > byName.at(-1)!).toBe(true);
  });
  it('stand in place of the table on a phone, with its film and certificate, without what is hidden', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...wide(query),
      matches: query.includes('max-width: 599px') || query.includes('max-width: 899px'),
    }));
    try {
      const user = world.show();
      await waitFor(names);
      expect(screen.queryByRole('grid')).not.toBeInTheDocument();
      await select(user);
      const cards = screen.getByRole('list', { name: 'Available: Loose Diamonds' });
      expect(cards).toHaveTextContent('$');
      await user.click(screen.getByRole('button', { name: 'Columns' }));
      await user.click(await screen.findByRole('checkbox', { name: 'Total' }));
      await user.click(screen.getByRole('button', { name: 'Done' }));
      expect(cards).not.toHaveTextContent('$');
      world.answerWith('/inventory/cert', { status: 402, body: { message: 'Not here.' } });
      const [certificate] = within(cards).getAllByRole('button', { name: /^Certificate of / });
      await user.click(certificate!);
      expect(await screen.findByRole('dialog')).toBeVisible();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      const [film] = within(cards).getAllByRole('button', { name: /^Show VTR-/ });
      await user.click(film!);
      expect(await screen.findByRole('region', { name: /^Photo or video of / })).toBeVisible();
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });
});

describe('The gallery (product: Gallery)', () => {
  const openCard = async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getByRole('button', { name: 'Gallery' }));
    const [card] = await screen.findAllByRole('button', { name: /^Open VTR-/ });
    const name = /VTR-\d+/.exec(card!.getAttribute('aria-label')!)![0];
    await user.click(card!);
    return { user, name, dialog: await screen.findByRole('dialog') };
  };
  it('has a detail modal for each card, from which the tab is opened', async () => {
    const { user, name, dialog } = await openCard();
    expect(within(dialog).getByText(name)).toBeVisible();
    expect(within(dialog).getByText('Measurements')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Open details' }));
    expect(await screen.findByRole('article', { name: `Stone ${name}` })).toBeVisible();
  });
  it('adds to the cart from there', async () => {
    const { user, name, dialog } = await openCard();
    await user.click(within(dialog).getByRole('button', { name: /^Add to cart/ }));
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path === '/inventory/cart_stones')?.body).toEqual({
        parcelNames: [name],
      }),
    );
    expect(await within(dialog).findByRole('button', { name: /^Remove from cart/ })).toBeVisible();
  });
  it("says 'Stone not found.' when the stone is there no more", async () => {
    const { user, name, dialog } = await openCard();
    world.house.answer('/inventory/request_stones', { parcelNames: [name] }, 'demo-customer');
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: new RegExp(`^Open ${name},`), hidden: true })).toBeNull(),
    );
    await user.click(within(dialog).getByRole('button', { name: /^Add to cart/ }));
    expect(await screen.findByText('Stone not found.')).toBeVisible();
    expect(world.calls.some(({ path }) => path === '/inventory/cart_stones')).toBe(false);
  });
  it('shows films under the pointer from the trusted hosts only', () => {
    const hosts = ['v360.in', 'media.vitrine.example'];
    const preview = (photoUrl?: string): string | null => previewUrl({ photoUrl }, hosts);
    expect(preview('https://v360.in/a?d=1')).toBe('https://v360.in/a?d=1');
    expect(preview('https://cdn.v360.in/a')).toBe('https://cdn.v360.in/a');
    for (const other of [
      'https://evil-v360.in/a',
      'https://other.example/v360.in',
      'http://v360.in/a',
      '/a.mp4',
      undefined,
    ])
      expect(preview(other)).toBeNull();
  });
  it('shows films of this server where it is one of the trusted hosts', () => {
    expect(previewUrl({ photoUrl: '/demo-media/turning?shape=RD' }, ['v360.in', 'self'])).toBe(
      '/demo-media/turning?shape=RD',
    );
    expect(previewUrl({ photoUrl: '//other.example/a' }, ['v360.in', 'self'])).toBeNull();
  });
});

describe('Rows', () => {
  it('of tentative availability say so in their tooltip', async () => {
    world.show();
    await grid();
    const tentative = document.querySelector('[data-tentative="true"]');
    expect(tentative).toHaveAttribute('title', TENTATIVE_NOTE);
    expect(TENTATIVE_NOTE).toBe(
      'This diamond may not be available. We will check for you once your request is placed.',
    );
  });
  it('have a certificate icon that opens the certificate', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getAllByRole('button', { name: /^Certificate of VTR-/ })[0]!);
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
  it('have a video camera that opens the video', async () => {
    const user = world.show();
    await grid();
    await user.click(screen.getAllByRole('button', { name: /^Show VTR-/ })[0]!);
    expect(await within(await screen.findByRole('dialog')).findByTitle(/^Video of/)).toBeVisible();
  });
});

describe('Filters', () => {
  it('are saved per table: those of one list are not those of another, and are there again after a reload', async () => {
    const user = world.show();
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'VTR-10000');
    await showList(user, 'Account History');
    expect(await parcels()).toHaveLength(6);
    cleanup();
    world.show();
    await showList(user, 'Available');
    await waitFor(async () => expect(await parcels()).toHaveLength(10));
  });
  it('can be shared as a link', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    const user = world.show();
    vi.stubGlobal('navigator', { ...window.navigator, clipboard: { writeText } });
    await grid();
    await user.type(screen.getByRole('searchbox', { name: 'Parcel Name' }), 'VTR-10001');
    await user.click(within(await grid()).getByRole('button', { name: /^Total/ }));
    await user.click(within(await grid()).getByRole('button', { name: /^Total/ }));
    const order = await parcels();
    await user.click(screen.getByRole('button', { name: 'Copy link to these filters' }));
    const [link] = writeText.mock.calls[0]!;
    expect(new URL(link).searchParams.get('sort')).toBe('-total');
    cleanup();
    localStorage.clear();
    world.show(new URL(link).search.replace(/^/, '/'));
    await waitFor(async () =>
      expect((await parcels()).every((name) => name.startsWith('VTR-10001'))).toBe(true),
    );
    expect(await parcels()).toEqual(order);
    expect(window.location.search).toBe('');
  });
  it('of a link that cannot be read are left out', async () => {
    world.show('/?page=available/natural&filters=%7Bnonsense');
    expect(await parcels()).toHaveLength(15);
  });
  it('are gone with Clear Filters', async () => {
    const user = world.show(linkTo('available/natural', { certNo: { kind: 'text', text: 'nothing' } }));
    await user.click((await screen.findAllByRole('button', { name: 'Clear Filters' }))[0]!);
    expect(await parcels()).toHaveLength(15);
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

describe('A comment on an instruction', () => {
  it('is there again when its dialog was closed, until it is sent', async () => {
    const user = world.show();
    await showList(user, 'My Inventory');
    await user.click((await screen.findAllByRole('checkbox', { name: /^Select VTR-/ }))[0]!);
    const ask = async (): Promise<HTMLElement> => {
      await user.click(
        within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name: 'Return' }),
      );
      return screen.findByRole('dialog', { name: 'Are you sure?' });
    };
    const comment = async (dialog: HTMLElement) => within(dialog).findByLabelText('Comment (optional)');
    const dialog = await ask();
    await user.type(await comment(dialog), 'a scratch');
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    const again = await ask();
    expect(await comment(again)).toHaveValue('a scratch');
    await user.click(within(again).getByRole('button', { name: 'Yes' }));
    await waitFor(() =>
      expect(localStorage.getItem('vitrine:saved:demo-customer')).not.toContain('a scratch'),
    );
    expect(world.calls.find(({ path }) => path === '/inventory/return')?.body).toMatchObject({
      remarks: 'a scratch',
    });
  });
  it('is there again when the session had ended, after signing in again', async () => {
    const user = world.show();
    await showList(user, 'Cart');
    await user.click(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ }));
    const request = async (): Promise<HTMLElement> => {
      await user.click(
        within(screen.getByRole('group', { name: 'Actions' })).getByRole('button', { name: 'Request' }),
      );
      return screen.findByRole('dialog', { name: 'Confirm your request' });
    };
    const dialog = await request();
    await user.type(within(dialog).getByLabelText('Comment (optional)'), 'for Saturday');
    world.answerWith('/inventory/request_stones', { status: 401, body: { message: 'over' } });
    await user.click(within(dialog).getByRole('button', { name: 'Request' }));
    await screen.findByText('Your session has expired. Please log in again.');
    cleanup();
    world.username = 'demo-customer';
    world.show();
    expect(await screen.findByRole('checkbox', { name: /^Select VTR-100010,/ })).toBeChecked();
    expect(within(await request()).getByLabelText('Comment (optional)')).toHaveValue('for Saturday');
  });
});

describe('What others do', () => {
  it('takes a stone out of Available that anyone took', async () => {
    world.show();
    const [first] = await parcels();
    world.house.answer('/inventory/request_stones', { parcelNames: [first] }, 'demo-customer');
    await waitFor(async () => expect(await parcels()).not.toContain(first));
  });
  it('shows in the shared cart of any line', async () => {
    const user = world.show();
    await grid();
    world.house.answer('/labgrown/cart_stones', { parcelNames: ['LG-101'] }, 'demo-customer');
    await showList(user, 'Cart', 'Clarity LG Diamonds');
    expect(await screen.findByRole('checkbox', { name: /^Select LG-101,/ })).toBeVisible();
  });
});
