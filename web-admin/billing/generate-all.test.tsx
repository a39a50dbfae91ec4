import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { billedMonths } from '../components/billed-months.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

/** A bill that would differ is not replaced unseen (rule: Replacing a bill): the page says how many were left. */

const world = officeWorld();
const [value, name] = billedMonths(new Date())[1]!;
const at = '2026-05-01T12:00:00.000Z';
const run = {
  id: 'run-1',
  kind: 'BILLS',
  month: `${value.slice(0, 4)}-${value.slice(4)}`,
  state: 'DONE',
  requestedBy: 'demo-admin',
  requestedAt: at,
  startedAt: at,
  finishedAt: at,
  cut: null,
  total: 12,
  done: 12,
  failed: 1,
  left: 3,
  failure: null,
  postings: null,
};

it('Generate All says how many bills failed and how many were left as they are, and so do the bill runs', async () => {
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  world.respond('POST /billing/replacements', () => HttpResponse.json([]));
  world.respond(
    'POST /billing/createall',
    () => new HttpResponse('', { headers: { 'content-disposition': 'attachment; filename="bills.zip"' } }),
  );
  // A run of vendors' statements that somebody has begun beside it is not its outcome.
  const vendors = { ...run, id: 'run-2', kind: 'VENDORS', failed: 0, left: 0 };
  world.respond('GET /api/bill-runs', ({ url }) => {
    const { kind } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { kind?: string };
    const found = [vendors, run].filter((one) => kind === undefined || one.kind === kind);
    return HttpResponse.json(found, { headers: { 'content-range': `bill-runs 0-1/${found.length}` } });
  });
  const user = world.show('/billing');
  await user.selectOptions(await screen.findByLabelText('Month'), value);
  await user.click(screen.getByRole('button', { name: 'Generate All' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('Overrides file'), new File(['customerId'], 'overrides.csv'));
  await user.click(dialog.getByRole('button', { name: 'Generate All' }));
  expect(
    await screen.findByText(`Bills of ${name}: 1 failed, 3 left as they are. problems.txt says why.`),
  ).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Bill Runs' }));
  const row = await screen.findByRole('row', { name: /^Generate All/ });
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const cells = [...row.children].map(({ textContent }) => textContent);
  expect(cells[heads.indexOf('Left as they are')]).toBe('3');
});

it('the versions that were shown are sent, also when there are none, and no others are replaced', async () => {
  world.signIn('demo-admin');
  const amounts = { total: 98, dueDate: '2026-05-18' };
  const shown = { customerId: 7, customerName: 'Alder', version: 1, was: amounts, willBe: amounts };
  world.respond('POST /billing/replacements', () => HttpResponse.json([shown]));
  world.respond('POST /billing/createall', () => HttpResponse.json({ message: 'Not now.' }, { status: 402 }));
  world.respond('GET /api/bill-runs', () =>
    HttpResponse.json([], { headers: { 'content-range': 'bill-runs */0' } }),
  );
  const sent = () => world.sent.filter(({ path }) => path === '/billing/createall').map(({ body }) => body);
  const user = world.show(`/billing?month=${value}`);
  await user.click(await screen.findByRole('button', { name: 'Generate All' }));
  const dialog = within(await screen.findByRole('dialog'));
  const choose = () =>
    user.upload(dialog.getByLabelText('Overrides file'), new File(['customerId'], 'overrides.csv'));
  await choose();
  await user.click(dialog.getByRole('button', { name: 'Generate All' }));
  await user.click(await dialog.findByRole('button', { name: 'Replace 1 and generate' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(sent()).toEqual([
    expect.objectContaining({ replaces: [{ customerId: 7, version: 1, willBe: amounts }] }),
  ]);
  world.respond('POST /billing/replacements', () => HttpResponse.json([]));
  await choose();
  await user.click(await dialog.findByRole('button', { name: 'Generate All' }));
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toMatchObject({ replaces: [] });
});

it('once the archive was saved, a count that cannot be read is no failure of Generate All', async () => {
  world.signIn('demo-admin');
  world.respond('POST /billing/replacements', () => HttpResponse.json([]));
  world.respond('POST /billing/createall', () => {
    world.answerWith('/api/bill-runs', { status: 503, body: { message: 'Please try again in a moment.' } });
    return new HttpResponse('', { headers: { 'content-disposition': 'attachment; filename="bills.zip"' } });
  });
  world.respond('GET /api/bill-runs', () =>
    HttpResponse.json([], { headers: { 'content-range': 'bill-runs */0' } }),
  );
  const user = world.show('/billing');
  await user.selectOptions(await screen.findByLabelText('Month'), value);
  await user.click(screen.getByRole('button', { name: 'Generate All' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('Overrides file'), new File(['customerId'], 'overrides.csv'));
  await user.click(dialog.getByRole('button', { name: 'Generate All' }));
  expect(await screen.findByText('bills.zip was saved.')).toBeVisible();
  expect(
    await screen.findByText(
      `Bills of ${name}: how many failed or were left could not be read: Please try again in a moment. See Bill Runs.`,
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('does not say that the sheet is checked while the bills are made', async () => {
  world.signIn('demo-admin');
  world.respond('POST /billing/replacements', () => HttpResponse.json([]));
  world.respond('POST /billing/createall', () => new Promise<never>(() => undefined));
  world.respond('GET /api/bill-runs', () =>
    HttpResponse.json([], { headers: { 'content-range': 'bill-runs */0' } }),
  );
  const user = world.show(`/billing?month=${value}`);
  await user.click(await screen.findByRole('button', { name: 'Generate All' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('Overrides file'), new File(['customerId'], 'overrides.csv'));
  await user.click(dialog.getByRole('button', { name: 'Generate All' }));
  const generating = await dialog.findByRole('button', { name: 'Generating…' });
  expect(generating).toHaveFocus();
  expect(generating).toHaveAttribute('aria-disabled', 'true');
  expect(dialog.queryByText('Checking the sheet…')).toBeNull();
});

it('an invoice is saved only once it is known whether it replaces one', async () => {
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  world.respond('GET /api/invoices/check', async () => {
    await held;
    return HttpResponse.json({ replaces: true, current: null });
  });
  const user = world.show(`/billing?month=${value}`);
  await user.click(await screen.findByRole('button', { name: /^Save an invoice of/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('File'), new File(['invoice'], 'invoice.pdf'));
  const saving = await dialog.findByRole('button', { name: 'Save New Invoice' });
  expect(saving).toHaveAttribute('aria-disabled', 'true');
  await user.click(saving);
  answer();
  const replacing = await dialog.findByRole('button', { name: 'Replace Invoice' });
  await waitFor(() => expect(replacing).not.toHaveAttribute('aria-disabled'));
  expect(world.calls).not.toContain('POST /billing/save');
});

it('an invoice waits while it cannot be known whether it replaces one, which can be asked again', async () => {
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  world.answerWith('/api/invoices/check', { status: 402, body: { message: 'Not now.' } });
  const user = world.show(`/billing?month=${value}`);
  await user.click(await screen.findByRole('button', { name: /^Save an invoice of/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('File'), new File(['invoice'], 'invoice.pdf'));
  expect(await dialog.findByText('Not now.')).toBeVisible();
  const saving = dialog.getByRole('button', { name: 'Save New Invoice' });
  expect(saving).toHaveAttribute('aria-disabled', 'true');
  expect(saving).not.toHaveAttribute('aria-busy');
  await user.click(saving);
  expect(world.calls).not.toContain('POST /billing/save');
  world.answerWith('/api/invoices/check', { status: 200, body: { replaces: true, current: null } });
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  const replacing = await dialog.findByRole('button', { name: 'Replace Invoice' });
  await waitFor(() => expect(replacing).not.toHaveAttribute('aria-disabled'));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(dialog.getByLabelText('File name')).toHaveFocus();
});

it('asked again in vain, whether an invoice replaces one keeps the focus where it was pressed', async () => {
  world.signIn('demo-admin');
  world.customers = [madeCustomer(1)];
  let answer: () => void = () => undefined;
  let held = Promise.resolve();
  world.respond('GET /api/invoices/check', async () => {
    await held;
    return HttpResponse.json({ message: 'Not now.' }, { status: 402 });
  });
  const user = world.show(`/billing?month=${value}`);
  await user.click(await screen.findByRole('button', { name: /^Save an invoice of/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.upload(dialog.getByLabelText('File'), new File(['invoice'], 'invoice.pdf'));
  const again = await dialog.findByRole('button', { name: 'Try again' });
  held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await user.click(again);
  await waitFor(() => expect(dialog.queryByText('Not now.')).toBeNull());
  expect(again).toHaveFocus();
  expect(again).toHaveAttribute('aria-busy', 'true');
  answer();
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'));
  expect(await dialog.findByText('Not now.')).toBeVisible();
  expect(again).toHaveFocus();
});
