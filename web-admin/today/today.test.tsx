import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import type { Today } from '#contracts/api/today.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const TODAY: Today = {
  day: '2026-11-23',
  memosOverdue: 2,
  memosDueSoon: 0,
  customersBelowMinimum: 1,
  customersNearMaximum: 0,
  monthsToBill: [{ month: '2026-10', customers: 3 }],
  billAlarms: 0,
  anomalies: 1_204,
  suspense: 0,
  stuckInstructions: 0,
  feedsWaiting: 1,
  feedsOld: 0,
  mailsFailed: 4,
  money: {
    holding: { count: 12, total: 118_000 },
    exposure: 140_500,
    feeBase: 90_000,
    month: '2026-11',
    invoiced: { count: 2, total: 19_600 },
    credited: { count: 0, total: 0 },
    billed: { month: '2026-10', count: 3, total: 4_321.5 },
    margin: { month: '2026-10', house: 1_200, of: 24_000 },
  },
};
const answer = (today: Today) => world.respond('GET /api/today', () => HttpResponse.json(today));
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const addressOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '');

it('staff arrive here; what waits comes first, each figure leads to its list', async () => {
  answer(TODAY);
  world.show('/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeInTheDocument();
  expect(await screen.findByText('2026-11-23 · 6 things need a person')).toBeInTheDocument();
  const links = (await section('Needs a person')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, addressOf(link)])).toEqual([
    ['To bill for October 20263' + '3 customers', '/billing?month=202610&toBill'],
    ['Memos overdue2Exceptional tier, 20 days', '/ageing?filter={"overdue":true}'],
    ['Anomalies1,204', '/anomalies?filter={"state":"OPEN"}'],
    ['Feeds to decide1Held or classified', '/feed-runs?filter={"state":["CLASSIFIED","HELD"]}'],
    ['Mails failed4', '/mails?filter={"state":"FAILED"}'],
    ['Below minimum1Customers', '/customers?filter={"limits":"BELOW_MINIMUM"}'],
  ]);
  const money = (await section('Money of the month')).getAllByRole('link');
  expect(money.map((link) => [link.textContent, addressOf(link)])).toEqual([
    ['Holding$118,00012 pcs', '/customers?sort=currentlyHolding&order=DESC'],
    ['Exposure$140,500Requested, on memo, on the way back', '/customers?sort=currentlyHolding&order=DESC'],
    ['Fee base$90,000On memo', '/customers?sort=currentlyHolding&order=DESC'],
    [
      'Invoiced this month$19,6002 pcs',
      '/history?filter={"type":["INVOICE"],"effectiveFrom":"2026-11-01","effectiveTo":"2026-11-30"}',
    ],
    [
      'Credited this month$00 pcs',
      '/history?filter={"type":["CREDIT"],"effectiveFrom":"2026-11-01","effectiveTo":"2026-11-30"}',
    ],
    ['Billed for October 2026$4,3223 bills', '/bills?filter={"month":"2026-10","newest":true}'],
    [
      'Margin for October 2026$1,2005 % of billed and invoiced',
      '/reports?of=BILLED&month=2026-10&title=Margin+of+October+2026',
    ],
  ]);
  const quiet = (await section('In order')).getAllByRole('link');
  expect(quiet.map((link) => link.textContent)).toEqual([
    'Bill alarms 0',
    'Memos due 0',
    'Suspense 0',
    'Stuck instructions 0',
    'Old feeds 0',
    'Near maximum 0',
  ]);
});

it('where nothing waits it says so; what one may not see is not there', async () => {
  world.signIn('demo-rep');
  answer({ day: '2026-11-23', memosOverdue: 0, memosDueSoon: 0 });
  world.show('/today');
  expect(await screen.findByText('2026-11-23 · Everything is in order')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Needs a person' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Money of the month' })).not.toBeInTheDocument();
});

it('a rep reads the figures of customers, which lead to no list of them', async () => {
  // Given a rep, and customers below their minimum
  world.signIn('demo-rep');
  const { holding, exposure, feeBase } = TODAY.money!;
  answer({
    day: '2026-11-23',
    memosOverdue: 2,
    memosDueSoon: 0,
    customersBelowMinimum: 1,
    customersNearMaximum: 0,
    money: { holding, exposure, feeBase },
  });
  // When it arrives
  world.show('/today');
  // Then it reads each figure, and only those whose list it has are links
  const needs = await section('Needs a person');
  expect(needs.getByText('Below minimum')).toBeInTheDocument();
  expect(needs.getAllByRole('link').map(addressOf)).toEqual(['/ageing?filter={"overdue":true}']);
  const money = await section('Money of the month');
  expect(money.getByText('$118,000')).toBeInTheDocument();
  expect(money.queryByRole('link')).toBeNull();
  const quiet = await section('In order');
  expect(quiet.getByText('Near maximum')).toBeInTheDocument();
  expect(quiet.getAllByRole('link').map((link) => link.textContent)).toEqual(['Memos due 0']);
});

it('a list that a figure opened shows how it is narrowed, also where nothing is left, and can be widened', async () => {
  const asked: unknown[] = [];
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  world.respond('GET /api/mails', async ({ url }) => {
    asked.push(JSON.parse(url.searchParams.get('filter') ?? '{}'));
    if (asked.length > 1) await answered;
    return list([]);
  });
  const user = world.show(`/mails?filter=${encodeURIComponent('{"state":"FAILED"}')}`);
  expect(await screen.findByText('Nothing matches the filter.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Failed' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'All' }));
  // Nothing is called empty before the answer is there.
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(screen.queryByText('No mail has been written yet.')).toBeNull();
  answer();
  expect(await screen.findByText('No mail has been written yet.')).toBeInTheDocument();
  expect(asked).toEqual([{ state: 'FAILED' }, {}]);
});
