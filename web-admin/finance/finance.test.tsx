import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { NO_DETAILS, STANDARD_ACCOUNTS } from '#contracts/api/finance.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it('a controller locks months with a reason, and sets the accounts', async () => {
  world.signIn('demo-admin');
  const row = { through: '2026-04', reason: 'filed', setBy: 'demo-admin', setAt: '2026-05-05T12:00:00.000Z' };
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: '2026-04', history: [row] }));
  world.respond('POST /api/period-lock', () => HttpResponse.json({ through: null, history: [row] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  world.respond('PUT /api/finance-settings', () => HttpResponse.json(settings));
  const user = world.show('/finance');
  const lock = await screen.findByRole('region', { name: 'Period lock' });
  expect(await within(lock).findByText('The months up to April 2026 are locked.')).toBeVisible();
  const unlock = within(lock).getByRole('button', { name: 'Unlock' });
  expect(unlock).toHaveAttribute('aria-disabled', 'true');
  await user.type(within(lock).getByLabelText('Reason'), 'a late document');
  await user.click(unlock);
  await expect
    .poll(() => world.sent.find(({ path }) => path === '/api/period-lock')?.body)
    .toEqual({ through: null, reason: 'a late document', seen: '2026-04' });
  const fees = await screen.findByLabelText('Fees');
  await user.clear(fees);
  await user.type(fees, '4000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => world.sent.find(({ path }) => path === '/api/finance-settings')?.body)
    .toEqual({ details: NO_DETAILS, accounts: { ...STANDARD_ACCOUNTS, fees: '4000' } });
});

it('a month before 2017 from which on there is something to bill can be locked and exported', async () => {
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  world.respond('GET /api/billing-months', () => HttpResponse.json({ earliest: '2016-11' }));
  world.show('/finance');
  // Of the lock and of the journal.
  await waitFor(() => expect(screen.getAllByRole('option', { name: 'November 2016' })).toHaveLength(2));
  expect(screen.queryByRole('option', { name: 'October 2016' })).not.toBeInTheDocument();
});

it('a lock up to an earlier month is called what it is, an unlock, and asked about', async () => {
  world.signIn('demo-admin');
  const row = (through: string | null, reason: string, day: number) => ({
    through,
    reason,
    setBy: 'demo-admin',
    setAt: `2026-05-0${day}T12:00:00.000Z`,
  });
  let history = [row('2026-04', 'filed', 5), row('2026-02', 'a late one', 4), row('2026-04', 'filed', 3)];
  const resource = () => HttpResponse.json({ through: history[0]!.through, history });
  world.respond('GET /api/period-lock', resource);
  world.respond('POST /api/period-lock', () => {
    history = [row('2026-03', 'a late document', 6), ...history];
    return resource();
  });
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  const user = world.show('/finance');
  const lock = within(await screen.findByRole('region', { name: 'Period lock' }));
  expect(await lock.findByText('February 2026; unlocked: March 2026 to April 2026')).toBeVisible();
  const choose = (month: string) => user.selectOptions(lock.getByLabelText('Lock up to'), month);
  await choose('May 2026');
  expect(lock.getByRole('button', { name: 'Lock' })).toBeVisible();
  await choose('January 2026');
  expect(lock.getByRole('button', { name: 'Unlock 3 months' })).toBeVisible();
  await choose('March 2026');
  expect(lock.queryByRole('button', { name: 'Lock' })).toBeNull();
  const unlock = lock.getByRole('button', { name: 'Unlock April 2026' });
  expect(unlock).toHaveAttribute('aria-disabled', 'true');
  await user.type(lock.getByLabelText('Reason'), 'a late document{Enter}');
  await user.click(unlock);
  const sent = () => world.sent.find(({ path }) => path === '/api/period-lock')?.body;
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock April 2026?' }));
  expect(sent()).toBeUndefined();
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  expect(
    await screen.findByText('Unlocked: April 2026. The months up to March 2026 are locked.'),
  ).toBeInTheDocument();
  expect(sent()).toEqual({ through: '2026-03', reason: 'a late document', seen: '2026-04' });
  expect(await lock.findByText('March 2026; unlocked: April 2026')).toBeVisible();
});

it('nothing is locked before the lock in force is known; a failure can be tried again', async () => {
  world.signIn('demo-admin');
  const failed = { status: 503, body: { message: 'Please try again in a moment.' } };
  world.answerWith('/api/period-lock', failed);
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  const user = world.show('/finance');
  expect(await screen.findByText('The period lock could not be loaded')).toBeVisible();
  const lock = within(screen.getByRole('region', { name: 'Period lock' }));
  expect(lock.queryByRole('button', { name: 'Lock' })).toBeNull();
  world.answerWith('/api/period-lock', { status: 200, body: { through: null, history: [] } });
  await user.click(lock.getByRole('button', { name: 'Try again' }));
  expect(await lock.findByText('No month is locked.')).toBeVisible();
  expect(lock.getByRole('button', { name: 'Lock' })).toBeVisible();
});

it('a lock that changed since the page was read is shown with the refusal, and what was typed stays', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: '2026-03', history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  const message = 'The lock has changed since you opened this page.';
  world.respond('POST /api/period-lock', () => {
    world.respond('GET /api/period-lock', () => HttpResponse.json({ through: '2026-05', history: [] }));
    return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE', field: 'seen' }, { status: 409 });
  });
  const user = world.show('/finance');
  const lock = within(await screen.findByRole('region', { name: 'Period lock' }));
  await user.selectOptions(await lock.findByLabelText('Lock up to'), 'April 2026');
  await user.type(lock.getByLabelText('Reason'), 'filed{Enter}');
  expect(await screen.findByText(message)).toBeInTheDocument();
  const sent = world.sent.find(({ path }) => path === '/api/period-lock')?.body;
  expect(sent).toEqual({ through: '2026-04', reason: 'filed', seen: '2026-03' });
  expect(await lock.findByRole('button', { name: 'Unlock May 2026' })).toBeVisible();
  expect(lock.getByLabelText('Reason')).toHaveValue('filed');
});

it('settings are saved with the version that was read; whom another was faster than is informed', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS };
  world.respond('GET /api/finance-settings', () => HttpResponse.json({ ...settings, version: '4' }));
  const message = 'ana has changed this page of settings since you opened it. Nothing of yours was saved.';
  let saved = 0;
  world.respond('PUT /api/finance-settings', ({ body }) => {
    saved += 1;
    if (saved === 1) return HttpResponse.json({ ...body, version: '5' });
    if (saved === 3) return HttpResponse.json({ ...body, version: '7' });
    const accounts = { ...STANDARD_ACCOUNTS, fees: `${STANDARD_ACCOUNTS.fees}1`, rebates: '4900' };
    world.respond('GET /api/finance-settings', () =>
      HttpResponse.json({ ...settings, accounts, version: '6' }),
    );
    return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 });
  });
  const user = world.show('/finance');
  await user.type(await screen.findByLabelText('Fees'), '1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The settings were saved.')).toBeInTheDocument();
  // The version that was saved is the one that is read now.
  await user.type(screen.getByLabelText('Fees'), '2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText(`Rebates: “${STANDARD_ACCOUNTS.rebates}” → “4900”`)).toBeVisible();
  expect(screen.getByLabelText('Fees')).toHaveValue(`${STANDARD_ACCOUNTS.fees}12`);
  expect(screen.getByLabelText('Rebates')).toHaveValue('4900');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText(message)).not.toBeInTheDocument());
  const sent = world.sent.filter(({ path }) => path === '/api/finance-settings');
  expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"5"', '"6"']);
  expect(sent.at(-1)?.body).toMatchObject({
    accounts: { fees: `${STANDARD_ACCOUNTS.fees}12`, rebates: '4900' },
  });
});

it('what is typed while a save comes to be refused stays', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  let refuse = (_: Response): void => undefined;
  const refused = new Promise<Response>((resolve) => (refuse = resolve));
  world.respond('PUT /api/finance-settings', () => refused);
  const user = world.show('/finance');
  await user.type(await screen.findByLabelText('Fees'), '1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.type(screen.getByLabelText('Rebates'), '2');
  const message = 'ana has changed this page of settings since you opened it.';
  refuse(HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Fees')).toHaveValue(`${STANDARD_ACCOUNTS.fees}1`);
  expect(screen.getByLabelText('Rebates')).toHaveValue(`${STANDARD_ACCOUNTS.rebates}2`);
});

it('a house that moves in sets with which month billing begins, of all at once', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  world.respond('PUT /api/billing-begins', () => HttpResponse.json({ set: 12, kept: 1, billed: 0 }));
  const user = world.show('/finance');
  const begins = within(await screen.findByRole('region', { name: 'Billing begins on' }));
  const set = begins.getByRole('button', { name: 'Set for all' });
  await user.selectOptions(begins.getByLabelText('First month billed'), 'January 2026');
  expect(set).toHaveAttribute('aria-disabled', 'true');
  await user.type(begins.getByLabelText('Reason for the first month'), 'moves in');
  await user.click(set);
  expect(
    await screen.findByText(
      'Billing begins with January 2026 for 12 customers. Unchanged: 1 with a month of their own, 0 with bills.',
    ),
  ).toBeVisible();
  expect(world.sent.find(({ path }) => path === '/api/billing-begins')?.body).toEqual({
    month: '2026-01',
    reason: 'moves in',
  });
});

it('what is refused of the settings names its field', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  const [field, message] = ['details.registration', 'Use at most 100 characters.'];
  world.respond('PUT /api/finance-settings', () =>
    HttpResponse.json({ message, field, code: 'INVALID', errors: [{ field, message }] }, { status: 422 }),
  );
  const user = world.show('/finance');
  await user.type(await screen.findByLabelText('Registration number'), 'x');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Registration: Use at most 100 characters.')).toBeVisible();
});

it('an account that was cleared is refused in the words of the server', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  const [field, message] = ['accounts.fees', 'Name the account.'];
  const body = { message, field, code: 'INVALID', errors: [{ field, message }] };
  world.respond('PUT /api/finance-settings', () => HttpResponse.json(body, { status: 422 }));
  const user = world.show('/finance');
  await user.clear(await screen.findByLabelText('Fees'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Name the account\./)).toBeVisible();
  const sent = world.sent.filter(({ path }) => path === '/api/finance-settings').at(-1);
  expect(sent?.body).toEqual({ details: NO_DETAILS, accounts: { ...STANDARD_ACCOUNTS, fees: '' } });
});

it('settings that cannot be loaded say so; a failure behind them leaves what was typed', async () => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  world.answerWith('/api/finance-settings', {
    status: 503,
    body: { message: 'Please try again in a moment.' },
  });
  const user = world.show('/finance');
  expect(await screen.findByText('The settings could not be loaded')).toBeInTheDocument();
  world.answerWith('/api/finance-settings', {
    status: 200,
    body: { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' },
  });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  const fees = await screen.findByLabelText('Fees');
  await user.clear(fees);
  await user.type(fees, '4000');
  world.answerWith('/api/finance-settings', {
    status: 503,
    body: { message: 'Please try again in a moment.' },
  });
  const asked = (): number => world.calls.filter((one) => one === 'GET /api/finance-settings').length;
  const before = asked();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(asked).toBeGreaterThan(before);
  await user.type(screen.getByLabelText('Fees'), '1');
  expect(screen.getByLabelText('Fees')).toHaveValue('40001');
});

it.each(['Reason', 'Reason for the first month'])('asks before one leaves with a %s typed', async (field) => {
  world.signIn('demo-admin');
  world.respond('GET /api/period-lock', () => HttpResponse.json({ through: null, history: [] }));
  const settings = { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS, version: '4' };
  world.respond('GET /api/finance-settings', () => HttpResponse.json(settings));
  const confirm = vi.spyOn(window, 'confirm').mockClear().mockReturnValue(false);
  const user = world.show('/finance');
  await user.type(await screen.findByLabelText(field), 'filed');
  await user.click(screen.getByRole('link', { name: 'Customers' }));
  await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  expect(screen.getByLabelText(field)).toHaveValue('filed');
});
