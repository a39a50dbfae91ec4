import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { monthNow } from '#web-shared/formats/month-choices.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
/** A day of the month that is not over: no effect is asked about before it is saved. */
const DAY = `${monthNow(new Date())}-01`;
const edit = async (customer = madeCustomer(1)) => {
  world.customers = [customer];
  const user = world.show(`/customers/${customer.customerId}`);
  await screen.findByRole('heading', { level: 1, name: customer.name });
  return user;
};
const field = (label: string) => screen.getByLabelText(label);
const save = () => screen.getByRole('button', { name: 'Save' });
const retype = async (user: Awaited<ReturnType<typeof edit>>, label: string, text: string) => {
  await user.clear(field(label));
  await user.type(field(label), text);
};

describe('The edit form of a customer (product: Customers screen; product: Customer)', () => {
  it('has every field in its group, under its name (product: Customer)', async () => {
    await edit();
    for (const [group, label] of [
      ['Identity and contact', 'Legal name'],
      ['Access', 'Can Log In'],
      ['Access', 'Can Make Changes'],
      ['Inventory limits', 'Maximum inventory ($)'],
      ['Commercial terms', 'Monthly fee, lab-grown (%)'],
      ['Effective date', 'Effective from'],
    ] as const)
      expect(within(screen.getByRole('group', { name: group })).getByLabelText(label)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Retail Markups' })).toHaveAttribute(
      'href',
      '/customers/1/markups',
    );
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/customers');
  });
  it('saves with the version that was read, and returns to the list', async () => {
    const user = await edit();
    await retype(user, 'Monthly fee (%)', '1.25');
    await user.click(save());
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument();
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    const sent = world.sent.find(({ path }) => path === '/api/customers/1');
    expect(sent?.headers.get('if-match')).toBe('"1"');
    expect(sent?.body).toEqual({ feeRate: 1.25, version: '1' });
  });
  it('sends what was changed alone: the other terms stay as they were on the day it counts from', async () => {
    const user = await edit();
    await retype(user, 'Payment due after (days)', '45');
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    await user.type(field('Reason'), 'as agreed');
    await user.click(save());
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.sent.find(({ path }) => path === '/api/customers/1')?.body).toEqual({
      paymentDays: 45,
      effectiveAt: DAY,
      reason: 'as agreed',
      version: '1',
    });
  });
  it('sends a term that is what it is today, where it is to count from another day', async () => {
    const user = await edit();
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    await user.click(field('Monthly fee (%): as it is, 1.05'));
    world.respond('POST /api/bills/terms-preview', () =>
      HttpResponse.json({ bills: [], statements: [], difference: 0 }),
    );
    await user.click(screen.getByRole('button', { name: 'Show what this changes' }));
    await waitFor(() => expect(world.calls).toContain('POST /api/bills/terms-preview'));
    expect(world.sent.find(({ path }) => path === '/api/bills/terms-preview')?.body).toMatchObject({
      changes: { feeRate: 1.05 },
      effectiveAt: DAY,
    });
    await user.click(save());
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.sent.find(({ path }) => path === '/api/customers/1')?.body).toEqual({
      feeRate: 1.05,
      effectiveAt: DAY,
      version: '1',
    });
  });
  it('forgets what was ticked when the day is taken away, and says how many terms are ticked', async () => {
    const user = await edit();
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    await user.click(field('Monthly fee (%): as it is, 1.05'));
    expect(screen.getByText(/unchanged: 1 ticked$/)).toBeInTheDocument();
    fireEvent.change(field('Effective from'), { target: { value: '' } });
    expect(screen.queryByLabelText('Monthly fee (%): as it is, 1.05')).not.toBeInTheDocument();
    await retype(user, 'Payment due after (days)', '45');
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    expect(field('Monthly fee (%): as it is, 1.05')).not.toBeChecked();
    expect(screen.getByText(/from this day unchanged$/)).toBeInTheDocument();
    await user.click(save());
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.sent.find(({ path }) => path === '/api/customers/1')?.body).toEqual({
      paymentDays: 45,
      effectiveAt: DAY,
      version: '1',
    });
  });
  it('offers no term as it is that its reader is not shown', async () => {
    await edit(madeCustomer(1, { minInventory: undefined, maxInventory: undefined }));
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    expect(field('Monthly fee (%): as it is, 1.05')).toBeInTheDocument();
    expect(screen.queryByLabelText(/as it is, undefined$/)).not.toBeInTheDocument();
  });
  it('sends no value of another person’s for one that was ticked', async () => {
    const user = await edit();
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    await user.click(field('Monthly fee (%): as it is, 1.05'));
    await user.click(field('Rebate, natural and jewellery (%): as it is, 1'));
    world.customers = [madeCustomer(1, { version: '2', feeRate: 2 })];
    await user.click(save());
    await screen.findByText(/somebody has changed this customer/);
    expect(await screen.findByLabelText('Monthly fee (%): as it is, 2')).not.toBeChecked();
    expect(field('Rebate, natural and jewellery (%): as it is, 1')).toBeChecked();
    await user.click(save());
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.sent.findLast(({ path }) => path === '/api/customers/1')?.body).toEqual({
      normalRebate: 1,
      effectiveAt: DAY,
      version: '2',
    });
  });
  it('sends no day from which nothing would count, and says so at the field', async () => {
    const user = await edit();
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    await user.type(field('Reason'), 'as agreed');
    await user.click(save());
    expect(
      await screen.findByText(/^No term would apply from this day/, { selector: '[role=alert]' }),
    ).toBeInTheDocument();
    expect(field('Effective from')).toHaveValue(DAY);
    expect(world.sent.map(({ path }) => path)).not.toContain('/api/customers/1');
  });
  it('does not call saved what the server had no need to record', async () => {
    const user = await edit();
    await retype(user, 'Monthly fee (%)', '1.25');
    fireEvent.change(field('Effective from'), { target: { value: DAY } });
    world.respond('PUT /api/customers/1', () => HttpResponse.json(madeCustomer(1)));
    await user.click(save());
    expect(
      await screen.findByText('Nothing was changed: Jeweller 1 is what you asked for already.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('Jeweller 1 was saved.')).not.toBeInTheDocument();
  });
  it('says at the field what cannot be, before anything is sent', async () => {
    const user = await edit();
    await user.clear(field('Name'));
    await retype(user, 'Monthly fee (%)', '-1');
    await user.click(save());
    expect(await screen.findByText('Give a name.')).toBeInTheDocument();
    expect(screen.getByText('Use 0 or more.')).toBeInTheDocument();
    expect(world.sent.map(({ path }) => path)).not.toContain('/api/customers/1');
  });
  it('takes no decimal comma for ten times the figure, and says how a figure was understood', async () => {
    const user = await edit();
    await retype(user, 'Minimum inventory ($)', '49,500');
    expect(screen.getByText('Understood as 49,500.')).toBeInTheDocument();
    await retype(user, 'Monthly fee (%)', '1,5');
    expect(field('Monthly fee (%)')).toHaveAccessibleDescription(/^Not a number: write 1.5 with a point/);
    await user.click(save());
    expect(await screen.findByText(/^Not a number/, { selector: '[role=alert]' })).toBeInTheDocument();
    expect(world.sent.map(({ path }) => path)).not.toContain('/api/customers/1');
    await retype(user, 'Monthly fee (%)', '1.5');
    await user.click(save());
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.customers[0]).toMatchObject({ feeRate: 1.5, minInventory: 49_500 });
  });
  it('shows at its field what the server refuses, and keeps what was typed', async () => {
    const user = await edit();
    const message = 'minInventory: the minimum is above the maximum.';
    world.answerWith('/api/customers/1', { status: 422, body: { message, field: 'minInventory' } });
    await retype(user, 'Minimum inventory ($)', '900000');
    await user.click(save());
    const words = 'Min inventory: the minimum is above the maximum.';
    expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeInTheDocument();
    expect(field('Minimum inventory ($)')).toHaveValue('900000');
    expect(field('Minimum inventory ($)')).toHaveAttribute('aria-invalid', 'true');
  });
  it('sends once what is saved twice in a hurry, and keeps the focus where it was', async () => {
    const user = await edit();
    await retype(user, 'Minimum inventory ($)', '900000');
    let answer = (_: Response): void => undefined;
    const answered = new Promise<Response>((resolve) => (answer = resolve));
    world.respond('PUT /api/customers/1', () => answered);
    await user.click(save());
    const saving = await screen.findByRole('button', { name: 'Saving…' });
    expect(saving).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{Enter}');
    answer(HttpResponse.json({ message: 'Not now.' }, { status: 503 }));
    expect(await screen.findByRole('button', { name: 'Save' })).toHaveFocus();
    expect(world.calls.filter((call) => call === 'PUT /api/customers/1')).toHaveLength(1);
  });
  it('of two who edit one customer tells the second, who keeps what was typed and can save it', async () => {
    const user = await edit();
    await retype(user, 'Legal name', 'Mine Inc.');
    world.customers = [madeCustomer(1, { version: '2', email: 'new@example.com' })];
    await user.click(save());
    const notice = await screen.findByText(/somebody has changed this customer/);
    await waitFor(() =>
      expect(notice.closest('[role=alert]')).toHaveTextContent(/E-mail: .* “new@example.com”/),
    );
    // The form is filled anew a moment after the notice.
    await waitFor(() => expect(field('E-mail')).toHaveValue('new@example.com'));
    expect(field('Legal name')).toHaveValue('Mine Inc.');
    await user.click(save());
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.customers[0]).toMatchObject({ legalName: 'Mine Inc.', email: 'new@example.com' });
  });
  it('asks before one leaves with something unsaved', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    const user = await edit();
    await retype(user, 'Legal name', 'Mine Inc.');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    expect(field('Legal name')).toHaveValue('Mine Inc.');
    // A page beneath the form's address is another page, too.
    await user.click(screen.getByRole('link', { name: 'Retail Markups' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(2));
    expect(field('Legal name')).toHaveValue('Mine Inc.');
    await user.click(screen.getByRole('button', { name: 'Log Out' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledTimes(3));
    expect(field('Legal name')).toHaveValue('Mine Inc.');
    expect(world.calls).not.toContain('POST /logout');
    confirm.mockReturnValue(true);
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument();
  });
  it('is left by Log Out when one is asked once and agrees', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
    confirm.mockClear();
    const user = await edit();
    await retype(user, 'Legal name', 'Mine Inc.');
    await user.click(screen.getByRole('button', { name: 'Log Out' }));
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible();
    expect(confirm).toHaveBeenCalledOnce();
    expect(world.user).toBeNull();
  });
  it('is not for sales reps', async () => {
    world.signIn('demo-rep');
    world.customers = [madeCustomer(1)];
    world.show('/customers/1');
    expect(
      await screen.findByRole('heading', { name: 'This page is for administrators' }),
    ).toBeInTheDocument();
  });
});

describe('Account codes', () => {
  it('are written as ##-##-####, whatever is typed, and added to the customer', async () => {
    const user = await edit(madeCustomer(1, { accountCodes: [] }));
    await user.click(screen.getByRole('button', { name: 'Add account' }));
    await user.type(field('Account code'), '10024074');
    expect(field('Account code')).toHaveValue('10-02-4074');
    await user.selectOptions(field('Documents'), 'Both');
    await user.click(save());
    await waitFor(() => expect(world.calls).toContain('PUT /api/customers/1'));
    expect(world.sent.at(-1)?.body).toMatchObject({
      accountCodes: [{ dxInstance: 'VITRINE', accountCode: '10-02-4074', docType: 'INVOICE,MEMO' }],
    });
  });
});

describe('Available Accounts (product: Customers screen)', () => {
  const account = (accountCode: string) => ({
    dxInstance: 'VITRINE',
    accountCode,
    docType: ['MEMO'],
    customerId: null,
  });
  const open = async () => {
    world.customers = [madeCustomer(1)];
    world.respond('POST /admin/getnullaccounts', () => HttpResponse.json([account('10-02-0001')]));
    const user = world.show('/customers/available-accounts');
    return { user, form: within(await screen.findByRole('form', { name: 'New account' })) };
  };
  it('take no account from a customer, and keep what was typed', async () => {
    const { user, form } = await open();
    await user.selectOptions(form.getByLabelText('Instance'), 'New York');
    await user.type(form.getByLabelText('Account code'), '10024074');
    world.respond('GET /api/customers', () => list(world.customers));
    await user.click(form.getByRole('button', { name: 'Add account' }));
    expect(await screen.findByText(/This account belongs to Jeweller 1/)).toBeInTheDocument();
    expect(form.getByLabelText('Account code')).toHaveValue('10-02-4074');
    expect(world.calls).not.toContain('POST /admin/updateaccountcodes');
  });
  it('are given to a customer; the page has the focus once the row is gone', async () => {
    const { user } = await open();
    const row = within(screen.getByRole('group', { name: '10-02-0001' }));
    await user.type(row.getByLabelText('Customer'), 'Jew');
    await user.click(await screen.findByRole('option', { name: 'Jeweller 1' }));
    world.respond('POST /admin/updateaccountcodes', () => HttpResponse.json([]));
    await user.click(row.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('All known accounts belong to customers.')).toBeInTheDocument();
    expect(world.sent.at(-1)?.body).toEqual([{ ...account('10-02-0001'), customerId: 1 }]);
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
  const remove = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(screen.getByRole('button', { name: 'Remove account 10-02-0001' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }));
  };
  it('are removed while they belong to no customer; one that was given out meanwhile stays there', async () => {
    const { user } = await open();
    const message = 'The account 10-02-0001 belongs to customer 7. Remove it there first.';
    world.respond('POST /admin/deleteaccountcodes', () => {
      world.respond('POST /admin/getnullaccounts', () => HttpResponse.json([]));
      return HttpResponse.json({ message, code: 'ACCOUNT_TAKEN' }, { status: 402 });
    });
    await remove(user);
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(world.sent.find(({ path }) => path === '/admin/deleteaccountcodes')?.body).toEqual([
      { dxInstance: 'VITRINE', accountCode: '10-02-0001', movedFrom: null },
    ]);
    expect(await screen.findByText('All known accounts belong to customers.')).toBeInTheDocument();
  });
  it('show the kinds that another person has set meanwhile, until one is chosen here', async () => {
    const { user } = await open();
    const documents = () =>
      within(screen.getByRole('group', { name: '10-02-0001' })).getByLabelText('Documents');
    const readAgainWith = async (docType: string[], message: string) => {
      world.respond('POST /admin/deleteaccountcodes', () => {
        const set = { ...account('10-02-0001'), docType };
        world.respond('POST /admin/getnullaccounts', () => HttpResponse.json([set]));
        return HttpResponse.json({ message }, { status: 402 });
      });
      await remove(user);
      await screen.findByText(message);
    };
    await readAgainWith(['INVOICE', 'MEMO'], 'Not now.');
    await waitFor(() => expect(documents()).toHaveDisplayValue('Both'));
    await user.selectOptions(documents(), 'Invoice');
    await readAgainWith(['MEMO'], 'Not yet.');
    expect(documents()).toHaveDisplayValue('Invoice');
  });
  it('that documents in suspense name say so and cannot be removed', async () => {
    const { user } = await open();
    const named = { ...account('10-02-0001'), inSuspense: true };
    world.respond('POST /admin/deleteaccountcodes', () => {
      world.respond('POST /admin/getnullaccounts', () => HttpResponse.json([named]));
      return HttpResponse.json([named]);
    });
    await remove(user);
    expect(
      await screen.findByText('10-02-0001 stays: documents in suspense now name it.'),
    ).toBeInTheDocument();
    expect(screen.queryByText('10-02-0001 was removed.')).toBeNull();
    const row = within(screen.getByRole('group', { name: '10-02-0001' }));
    expect(await row.findByRole('link', { name: 'suspense' })).toHaveAttribute('href', '/suspense');
    expect(row.queryByRole('button', { name: 'Remove account 10-02-0001' })).toBeNull();
  });
});

it('a new customer of a name that is taken is asked about, and created when it is meant (rule: Names of customers)', async () => {
  world.respond('POST /api/customers', ({ body }) => {
    if (body['sameName'] === true) return HttpResponse.json(madeCustomer(12), { status: 201 });
    const message = 'Customer 7 has this name already. Is this another one?';
    return HttpResponse.json({ message, field: 'sameName', code: 'NAME_TAKEN' }, { status: 422 });
  });
  const user = world.show('/customers/create');
  await user.type(await screen.findByLabelText('Name'), 'Harbor Light');
  expect(screen.queryByLabelText('Create another customer of this name')).not.toBeInTheDocument();
  await user.click(save());
  await user.click(await screen.findByLabelText('Create another customer of this name'));
  await user.click(save());
  expect(await screen.findByText('Jeweller 12 was created.')).toBeInTheDocument();
});
