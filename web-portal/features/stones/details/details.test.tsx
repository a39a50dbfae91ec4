import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { HistoryType } from '#contracts/vocabulary/statuses.ts';
import { madeStones } from '../../../testing/made-stones.ts';
import { portalWorld } from '../../../testing/render-portal.tsx';

const world = portalWorld(120, 12);

const article = async (name: string): Promise<HTMLElement> => {
  const found = await screen.findByRole('article', { name });
  await waitFor(() => expect(found).toHaveAttribute('aria-busy', 'false'));
  return found;
};
const fact = (place: HTMLElement, section: string, name: string): string | null | undefined =>
  within(within(place).getByRole('region', { name: section }))
    .getByText(name, { selector: 'dt' })
    .parentElement?.querySelector('dd')?.textContent;

describe('The three variants and the piece (product: Stone details; product: Piece details)', () => {
  it.each([
    ['VTR-100050', 'Stone', 'Diamond Details', true],
    ['LG-100', 'Stone', 'Lab Grown Diamond Details', true],
    ['FC-100', 'Stone', 'Fancy Colour Diamond Details', false],
    ['J-100', 'Piece', 'Jewellery Details', false],
  ])('%s is headed %s: %s', async (parcelName, noun, heading, matched) => {
    world.show(`/?parcel=${parcelName}`);
    const page = await article(`${noun} ${parcelName}`);
    expect(within(page).getByText(heading)).toBeVisible();
    expect(within(page).queryByRole('button', { name: 'Find a Match' }) !== null).toBe(matched);
  });
  it("a fancy colour's price card shows the fancy colour", async () => {
    world.show('/?parcel=FC-100');
    const page = await article('Stone FC-100');
    expect(fact(page, 'Price', 'Colour')).toMatch(/^Fancy .*(Yellow|Pink|Blue)$/);
  });
  it("a missing piece says 'Piece could not be loaded'", async () => {
    localStorage.setItem(
      'vitrine:saved:demo-customer',
      JSON.stringify({
        tabs: {
          main: 'available/natural',
          extras: [{ kind: 'stone', key: 'J-999', header: 'J-999', line: 'jewellery' }],
          front: 'J-999',
        },
      }),
    );
    world.show('/');
    expect(await screen.findByText('Piece could not be loaded')).toBeVisible();
  });
  it('where a link’s parcel could not be looked up, it is tried again in every line', async () => {
    world.answerWith('/jewellery/details', 'network lost', 99);
    const user = world.show('/?parcel=J-100');
    await screen.findByText('Stone could not be loaded');
    expect(screen.queryByText(/^There is no stone/)).not.toBeInTheDocument();
    world.answerWith('/jewellery/details', 'network lost', 0);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Piece J-100' })).toBeVisible();
  });
  it('where no line had a link’s parcel, it is tried again in every line', async () => {
    world.answerWith('/jewellery/details', { status: 402, body: { message: 'Piece not found.' } }, 99);
    const user = world.show('/?parcel=J-100');
    expect(await screen.findByText('There is no stone J-100 that you may see.')).toBeVisible();
    world.answerWith('/jewellery/details', 'network lost', 0);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Piece J-100' })).toBeVisible();
  });
});

const NAMES: Readonly<Record<HistoryType, string>> = {
  REQUEST: 'Request',
  MEMO: 'Memo',
  RETURN: 'Pending Return',
  RETURN_MEMO: 'Returned',
  SOLD: 'Sold',
  INVOICE: 'Invoiced',
  CREDIT: 'Returned',
};

describe('What a stone shows', () => {
  const [stone] = madeStones(1);
  const shown = { ...stone!, parcelName: 'X-1', status: 'AVAILABLE' as const, history: [], actions: [] };
  const show = async (more: Record<string, unknown>): Promise<HTMLElement> => {
    world.answerWith('/inventory/details', { status: 200, body: { ...shown, ...more } }, 9);
    world.show('/?parcel=X-1');
    return article('Stone X-1');
  };
  it('the price card: RAP, RAP % with 3 decimals, and the total', async () => {
    const page = await show({ displayRap: 19_080, displayRapPercent: -31, total: 19_870.4 });
    const card = within(page).getByRole('region', { name: 'Price' });
    expect(within(card).getByText('$19,080.00')).toBeVisible();
    expect(within(card).getByText('−31.000')).toBeVisible();
    expect(within(card).getByText('$19,870.40')).toBeVisible();
  });
  it('no price where the mode hides it', async () => {
    const page = await show({ displayRap: undefined, displayRapPercent: undefined, total: undefined });
    expect(page.textContent).not.toMatch(/\$|RAP/);
  });
  it('the department for administrators only', async () => {
    const page = await show({ location: 'Antwerp' });
    expect(within(page).queryByText('Antwerp')).not.toBeInTheDocument();
  });
  it('the department to an administrator', async () => {
    world.username = 'demo-admin';
    const page = await show({ location: 'Antwerp' });
    expect(fact(page, 'Status', 'Department')).toBe('Antwerp');
  });
  it('the display name of each history entry', async () => {
    const types = Object.keys(NAMES) as HistoryType[];
    const history = types.map((type, place) => ({
      eventId: `e-${place}`,
      parcelName: 'X-1',
      type,
      date: `2026-04-0${place + 1}`,
    }));
    const page = await show({ history });
    const entries = within(within(page).getByRole('region', { name: 'History' })).getAllByRole('listitem');
    const names = entries.map((entry) => entry.querySelector('strong')?.textContent).toReversed();
    expect(names).toEqual(types.map((type) => NAMES[type]));
  });
  it('a day’s entries in the server’s order, newest first: a memo of a bare date above its request', async () => {
    const history = [
      { eventId: 'e-1', parcelName: 'X-1', type: 'REQUEST', date: '2026-04-01T15:00:00.000Z' },
      { eventId: 'e-2', parcelName: 'X-1', type: 'MEMO', date: '2026-04-01' },
    ];
    const page = await show({ history });
    const entries = within(within(page).getByRole('region', { name: 'History' })).getAllByRole('listitem');
    expect(entries.map((entry) => entry.querySelector('strong')?.textContent)).toEqual(['Memo', 'Request']);
  });
  it('a photo as an image', async () => {
    const page = await show({ photoUrl: 'https://x.example/a.jpg' });
    expect(within(page).getByRole('img', { name: / ct / })).toHaveAttribute('src', 'https://x.example/a.jpg');
  });
  it('an mp4 of a fancy colour as a looping video', async () => {
    const page = await show({
      photoUrl: 'https://x.example/a.mp4',
      fancyColoured: true,
      fancyColour: 'Pink',
    });
    const video = within(page).getByLabelText(/^Video of/);
    expect(video.tagName).toBe('VIDEO');
    expect(video).toHaveAttribute('loop');
  });
  it('anything else in an embedded frame', async () => {
    const page = await show({ photoUrl: 'https://x.example/v360/12' });
    expect(within(page).getByTitle(/^Video of/).tagName).toBe('IFRAME');
  });
  it('the certificate is offered for FM only when the short number is shorter than 10 characters', async () => {
    const page = await show({ lab: 'FM', shortCertNo: '1234567890', certNo: '1234567890' });
    expect(within(page).queryByRole('button', { name: 'View certificate' })).not.toBeInTheDocument();
  });
});

it('given a question that is open, a live change that ends the actions leaves it, and the server says why not (product: Actions by status)', async () => {
  const user = world.show('/?parcel=VTR-100040');
  const page = await article('Stone VTR-100040');
  await user.click(within(page).getByRole('button', { name: 'Sold' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure?' });
  world.server.answer('/inventory/return', { parcelNames: ['VTR-100040'] }, 'demo-customer');
  await waitFor(() => expect(within(page).queryByRole('button', { name: 'Sold', hidden: true })).toBeNull());
  expect(dialog).toBeInTheDocument();
  world.answerWith('/inventory/sale', { status: 402, body: { message: 'VTR-100040 is pending return.' } });
  await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('VTR-100040 is pending return.')).toBeVisible();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(within(page).getByText(/^On its way back/)).toBeVisible();
});

describe('Before a correction (rule: Preview)', () => {
  it('the status, the holding, and each bill and statement that would change are shown', async () => {
    world.username = 'demo-admin';
    const user = world.show('/?parcel=VTR-100045');
    const page = await article('Stone VTR-100045');
    world.answerWith('/inventory/undo', {
      status: 200,
      body: {
        parcelName: 'VTR-100045',
        seen: '41',
        statusNow: 'REQUESTED',
        statusAfter: 'AVAILABLE',
        customers: [{ customerId: 12, name: 'Harbour Jewellers', holdingNow: 100, holdingAfter: 90.5 }],
        bills: [
          {
            customerId: 12,
            customerName: 'Harbour Jewellers',
            month: '2026-05',
            state: 'OPEN',
            before: 302.24,
            after: 282.24,
            lines: [
              {
                kind: 'ADJUSTMENT',
                key: 'k',
                parcelName: 'B',
                before: 0,
                after: -20,
                adjusts: { month: '2026-04', kind: 'FEE' },
              },
            ],
          },
        ],
        statements: [
          {
            vendorId: 3,
            vendorName: 'Kunming Polishing',
            month: '2026-04',
            difference: -27.89,
          },
        ],
      },
    });
    await user.click(within(page).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Held by Harbour Jewellers')).toBeVisible();
    const effect = screen.getByRole('status', { name: 'What it would change' });
    expect(effect).toHaveTextContent('$100.00 → $90.50');
    const row = (name: RegExp) => within(effect).getByRole('row', { name });
    expect(row(/^Bill 2026-05, Harbour Jewellers/)).toHaveTextContent('not billed yet−$20.00$302.24$282.24');
    expect(row(/^Adjustment of April 2026: Fee B/)).toHaveTextContent('−$20.00$0.00−$20.00');
    expect(row(/^Statement 2026-04, Kunming Polishing/)).toHaveTextContent('−$27.89');
  });

  it('an entry that another administrator undid meanwhile shows no effect and no Yes any more', async () => {
    world.username = 'demo-admin';
    const user = world.show('/?parcel=VTR-100045');
    const page = await article('Stone VTR-100045');
    await user.click(within(page).getByRole('button', { name: 'Undo' }));
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this event?' });
    const effect = within(dialog).getByRole('status', { name: 'What it would change' });
    await waitFor(() => expect(effect).toHaveTextContent('Requested → Available'));
    world.server.answer('/inventory/undo', { parcelName: 'VTR-100045', action: 'REQUEST' }, 'demo-admin');
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await within(dialog).findByText(/^Only the last history entry can be corrected/)).toBeVisible();
    await waitFor(() => expect(effect).toBeEmptyDOMElement());
    expect(within(dialog).getByRole('button', { name: 'Yes' })).toBeDisabled();
  });
});
