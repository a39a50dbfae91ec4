import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { Figures, FigureStones } from '#contracts/api/figures.ts';
import { addDays } from '#contracts/vocabulary/house-time.ts';
import { addMonths } from '#contracts/vocabulary/months.ts';
import { historyTypeSchema } from '#contracts/vocabulary/schemas.ts';
import { madeCustomer, PEOPLE } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const DAY = '2026-11-23';
const CUT = { day: DAY, position: '4711', recordedAt: '2026-11-23T15:00:00.000Z' };
const nothing = { count: 0, total: 0 };

const figures = (margin: boolean): Figures => ({
  ...CUT,
  customers: 2,
  holding: Array.from({ length: 53 }, (_, index) => ({
    day: addDays(DAY, -7 * (52 - index)),
    holding: index === 52 ? { count: 3, total: 29_400 } : nothing,
    exposure: index === 52 ? { count: 4, total: 39_200 } : nothing,
    feeBase: index === 52 ? 19_600 : 0,
    minimum: 50_000,
    maximum: 0,
  })),
  movements: Array.from({ length: 13 }, (_, index) => {
    const to = addDays(DAY, -7 * (12 - index));
    const of = historyTypeSchema.options.map((type) => [
      type,
      type === 'MEMO' && index === 12 ? { count: 2, total: 19_600 } : nothing,
    ]);
    return { from: addDays(to, -6), to, of: Object.fromEntries(of) as Figures['movements'][number]['of'] };
  }),
  ageing: [
    { from: 0, to: 30, count: 2, total: 19_600 },
    { from: 31, to: null, count: 1, total: 9_800 },
  ],
  sellThrough: [
    { line: 'natural', shape: 'RD', band: '1.00-1.49', ended: 4, sold: 1, daysToSale: 12.4 },
    { line: 'natural', shape: 'RD', band: '0.90-0.99', ended: 2, sold: 2, daysToSale: 30 },
  ],
  months: Array.from({ length: 12 }, (_, index) => ({
    month: addMonths('2026-11', index - 11),
    fees: index === 10 ? 300 : 0,
    rebates: index === 10 ? -100 : 0,
    other: 0,
    total: index === 10 ? 200 : 0,
    ...(margin && { margin: { house: index === 10 ? 50 : 0, of: index === 10 ? 1_000 : 0 } }),
  })),
});

const table = async (name: string) => within(await screen.findByRole('region', { name: `${name}, scrolls` }));
const addressOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '');

it('every chart has its table and its cut, and each figure leads to its stones', async () => {
  world.respond('GET /api/figures', () => HttpResponse.json(figures(true)));
  world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
  world.show('/reports');
  expect(await screen.findByText('2 customers · as of 2026-11-23')).toBeInTheDocument();
  expect(screen.getAllByText(/^As of 2026-11-23, as known at log position 4711/)).toHaveLength(6);
  expect(screen.getByRole('img', { name: /^Holding in a year: now \$29,400/ })).toBeInTheDocument();
  const holding = (await table('Holding against limits')).getAllByRole('row')[1]!;
  expect(holding).toHaveTextContent('2026-11-233$29,4004$39,200$19,600$50,000Not set');
  const memo = (await table('Movements a week')).getAllByRole('link');
  expect(memo.map(addressOf)).toEqual([
    `/reports?of=MOVED&from=2026-11-17&to=2026-11-23&type=MEMO&title=Memo,+2026-11-17+to+2026-11-23`,
  ]);
  expect((await table('Ageing')).getAllByRole('row')[2]).toHaveTextContent('31 days and more1$9,800');
  const heat = (await table('Sell-through, Loose Diamonds')).getAllByRole('row');
  expect(heat[0]).toHaveTextContent('Shape0.90-0.991.00-1.49');
  expect(heat[1]).toHaveTextContent('RD2 of 2100 %, 30 d1 of 425 %, 12 d');
  expect((await table('Fees and rebates a month')).getAllByRole('row')[2]).toHaveTextContent(
    'October 2026$300−$100$0$200',
  );
  expect((await table('Margin')).getAllByRole('row')[2]).toHaveTextContent('October 2026$50$1,0005 %');
});

it('a rep sees no margin, and chooses the customer, the day and when it was known', async () => {
  world.signIn('demo-rep');
  const asked: string[] = [];
  world.respond('GET /api/figures', ({ url }) => {
    asked.push(url.search);
    return HttpResponse.json(figures(false));
  });
  world.show('/reports?customerId=7&effectiveAt=2026-10-31&knownAt=2026-11-01T09:00');
  await table('Fees and rebates a month');
  expect(screen.queryByRole('heading', { name: 'Margin' })).not.toBeInTheDocument();
  expect(asked).toEqual(['?customerId=7&effectiveAt=2026-10-31&knownAt=2026-11-01T09%3A00']);
  const day = screen.getByLabelText('As of the end of');
  expect(day).toHaveValue('2026-10-31');
  // As a browser gives a year that is being typed, digit by digit.
  for (const typed of ['0002-09-30', '0020-09-30', '0202-09-30', '2026-09-30']) {
    fireEvent.change(day, { target: { value: typed } });
    expect(day).toHaveValue(typed);
  }
  await waitFor(() => expect(asked.at(-1)).toMatch(/effectiveAt=2026-09-30/));
  expect(asked).toHaveLength(2);
  const known = screen.getByLabelText('As known at');
  for (const typed of ['0002-10-31T09:00', '0020-10-31T09:00', '0202-10-31T09:00', '2026-10-31T09:00']) {
    fireEvent.change(known, { target: { value: typed } });
    expect(known).toHaveValue(typed);
  }
  await waitFor(() => expect(asked.at(-1)).toMatch(/knownAt=2026-10-31/));
  expect(asked).toHaveLength(3);
});

it('while those of another customer come, the figures of the former are not shown under its name', async () => {
  world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
  world.customers = [madeCustomer(7), madeCustomer(8)];
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  world.respond('GET /api/figures', async ({ url }) => {
    const isSecond = url.searchParams.get('customerId') === '8';
    if (isSecond) await until;
    return HttpResponse.json({ ...figures(true), customers: isSecond ? 1 : 2 });
  });
  const user = world.show('/reports');
  await screen.findByText('2 customers · as of 2026-11-23');
  await user.click(screen.getByRole('combobox', { name: 'Customer' }));
  await user.click(await screen.findByRole('option', { name: /Jeweller 8/ }));
  await waitFor(() => expect(screen.queryByText(/^2 customers/)).not.toBeInTheDocument());
  release();
  expect(await screen.findByText('1 customer · as of 2026-11-23')).toBeInTheDocument();
});

it('what cannot be read is reported, and the way to mend it stays', async () => {
  world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
  world.answerWith('/api/figures', { status: 400, body: { message: 'knownAt must be a log position.' } });
  world.show('/reports?knownAt=2026-11-01T09:00');
  expect(await screen.findByText('The figures could not be loaded')).toBeInTheDocument();
  expect(screen.getByLabelText('As known at')).toBeInTheDocument();
});

it('the stones of a figure are listed with their sum', async () => {
  const stones: FigureStones = {
    ...CUT,
    count: 501,
    total: 29_400,
    house: 40,
    stones: [
      {
        parcelName: 'A-1',
        customerId: 7,
        customerName: 'Alder',
        line: 'natural',
        what: 'FEE',
        day: '2026-10-31',
        days: null,
        value: 98,
        house: 40,
      },
    ],
  };
  world.respond('GET /api/figures/stones', () => HttpResponse.json(stones));
  world.show('/reports?of=BILLED&month=2026-10&title=Margin+of+October+2026');
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Margin of October 2026' }),
  ).toBeInTheDocument();
  expect(await screen.findByText('501 rows · $29,400.00')).toBeInTheDocument();
  expect((await table('Stones')).getAllByRole('row')[1]).toHaveTextContent(
    'A-1Loose DiamondsAlderFee2026-10-31$98.00$40.00',
  );
  expect(screen.getByText(/The first 1 are listed; the sum is of all/)).toBeInTheDocument();
});

it('the stones of an earlier week are asked for as of its day, and lead back to the figures one came from', async () => {
  world.respond('GET /api/figures', () => HttpResponse.json(figures(false)));
  world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
  const asked: string[] = [];
  world.respond('GET /api/figures/stones', ({ url }) => {
    asked.push(url.search);
    return HttpResponse.json({ ...CUT, count: 0, total: 0, stones: [] });
  });
  const user = world.show('/reports?customerId=7&effectiveAt=2026-12-01');
  const [, newest] = (await table('Holding against limits')).getAllByRole('row');
  await user.click(within(newest!).getByRole('link', { name: '3' }));
  const back = await screen.findByRole('link', { name: 'Reports', current: false });
  expect(asked).toEqual([`?customerId=7&effectiveAt=${DAY}&of=HELD&minAge=0`]);
  expect(addressOf(back)).toMatch(/\/reports\?customerId=7&effectiveAt=2026-12-01$/);
});

it('an administrator sees which reports are mailed to whom, and sees what is missing in a new one', async () => {
  world.respond('GET /api/figures', () => HttpResponse.json(figures(true)));
  world.respond('GET /api/report-schedules', () =>
    HttpResponse.json([
      {
        every: 'MONTH',
        day: 1,
        at: '06:30',
        recipients: ['rita', 'demo-admin'],
        withCost: true,
        id: '6f1a3c52-9d0e-4c1b-8a77-2b5d4e3f1a90',
        nextAt: '2026-12-01T11:30:00.000Z',
        changedBy: 'demo-admin',
        changedAt: '2026-11-23T15:00:00.000Z',
      },
    ]),
  );
  world.respond('GET /api/users', ({ url }) =>
    list(
      (url.searchParams.get('filter') ?? '').includes('salesRep')
        ? [{ ...PEOPLE[1], id: 'rita', username: 'rita', email: 'rita@example.com', version: '1' }]
        : [],
    ),
  );
  const user = world.show('/reports');
  expect((await table('Sent by mail')).getAllByRole('row')[1]).toHaveTextContent(
    'Day 1 of every month at 06:30rita, demo-adminWith cost to administratorsDec 1, 2026 6:30 AMRemove',
  );
  for (const head of (await table('Sent by mail')).getAllByRole('columnheader'))
    expect(head).toHaveTextContent(/\w/);
  await user.click(screen.getByRole('button', { name: 'Send a report by mail' }));
  const form = within(await screen.findByRole('form', { name: 'Send a report by mail' }));
  expect(await form.findByRole('checkbox', { name: /^rita \(sales rep/ })).not.toBeChecked();
  await user.click(form.getByRole('button', { name: 'Send it by mail' }));
  expect(await form.findByRole('alert')).toHaveTextContent('Choose who gets it.');
  const puts = () => world.calls.filter((one) => one.startsWith('PUT'));
  expect(puts()).toEqual([]);
  // What got no answer is the same schedule when it is sent again.
  await user.click(form.getByRole('checkbox', { name: /^rita/ }));
  for (const count of [1, 2]) {
    await user.click(form.getByRole('button', { name: 'Send it by mail' }));
    await expect.poll(puts).toHaveLength(count);
    await waitFor(() => expect(form.getByRole('button', { name: 'Send it by mail' })).toBeEnabled());
  }
  expect(new Set(puts()).size).toBe(1);
});

it('who sends a report by mail with the keyboard goes on in its form, and after it at its button', async () => {
  world.respond('GET /api/figures', () => HttpResponse.json(figures(true)));
  world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
  const user = world.show('/reports');
  const button = () => screen.findByRole('button', { name: 'Send a report by mail' });
  (await button()).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByLabelText('Every')).toHaveFocus();
  screen.getByRole('button', { name: 'Cancel' }).focus();
  await user.keyboard('{Enter}');
  expect(await button()).toHaveFocus();
});

it('staff who cannot be listed are not an empty list: the form says so, and asks again', async () => {
  world.respond('GET /api/figures', () => HttpResponse.json(figures(true)));
  world.respond('GET /api/report-schedules', () => HttpResponse.json([]));
  world.answerWith('/api/users', { status: 503, body: { message: 'Please try again in a moment.' } });
  const user = world.show('/reports');
  await user.click(await screen.findByRole('button', { name: 'Send a report by mail' }));
  const form = within(await screen.findByRole('form', { name: 'Send a report by mail' }));
  expect(await form.findByText('The staff could not be loaded')).toBeInTheDocument();
  world.answerWith('/api/users', null);
  const member = (username: string, more: object = {}) => ({
    ...PEOPLE[1],
    ...more,
    id: username,
    username,
    email: `${username}@example.com`,
    version: '1',
  });
  world.respond('GET /api/users', () => list([member('rita'), member('no-prices', { showPrices: 'NONE' })]));
  await user.click(form.getByRole('button', { name: 'Try again' }));
  expect(await form.findByRole('checkbox', { name: /^rita/ })).toBeInTheDocument();
  // Staff who see no wholesale prices are refused the report.
  expect(form.queryByRole('checkbox', { name: /^no-prices/ })).toBeNull();
  expect(form.queryByRole('alert')).toBeNull();
});
