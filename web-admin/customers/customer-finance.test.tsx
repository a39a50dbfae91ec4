import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { NO_DETAILS } from '#contracts/api/finance.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it.each([
  ['Billing begins on', 'Reason for the opening', 'Set'],
  ['The customer on documents', 'Registration number', 'Save'],
])(
  'asks before what was typed under %s is left, and not once it is saved',
  async (section, label, button) => {
    world.customers = [madeCustomer(1)];
    const opening = { month: '2026-01', balance: 0 };
    world.respond('GET /api/customers/1/billing-begins', () => HttpResponse.json({ opening }));
    world.respond('PUT /api/customers/1/billing-begins', () => HttpResponse.json({ opening }));
    world.respond('GET /api/customers/1/document-details', () =>
      HttpResponse.json({ ...NO_DETAILS, version: '0' }),
    );
    world.respond('PUT /api/customers/1/document-details', ({ body }) =>
      HttpResponse.json({ ...body, version: '1' }),
    );
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    confirm.mockClear();
    const user = world.show('/customers/1/show');
    const form = within(await screen.findByRole('region', { name: section }));
    await user.type(form.getByLabelText(label), 'x');
    await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
    expect(form.getByLabelText(label)).toHaveValue('x');
    await user.click(form.getByRole('button', { name: button }));
    await waitFor(() =>
      expect(world.sent.some(({ path }) => path.startsWith('/api/customers/1/'))).toBe(true),
    );
    await waitFor(() => expect(form.getByRole('button', { name: button })).toBeEnabled());
    await user.click(screen.getAllByRole('link', { name: 'Customers' })[0]!);
    expect(await screen.findByRole('heading', { level: 1, name: 'Customers' })).toBeInTheDocument();
    expect(confirm).toHaveBeenCalledOnce();
  },
);

it('of two who save the lines on documents the second learns of it, and what was typed stays', async () => {
  world.customers = [madeCustomer(1)];
  let now = { ...NO_DETAILS, version: '3' };
  const path = '/api/customers/1/document-details';
  world.respond('GET /api/customers/1/billing-begins', () => HttpResponse.json({ opening: null }));
  world.respond(`GET ${path}`, () => HttpResponse.json(now));
  world.respond(`PUT ${path}`, ({ body }) => {
    if (world.sent.at(-1)?.headers.get('if-match') !== `"${now.version}"`)
      return HttpResponse.json(
        { message: 'ada has changed this page of settings.', code: 'CHANGED_MEANWHILE' },
        { status: 409 },
      );
    now = { ...now, ...body, version: '5' };
    return HttpResponse.json(now);
  });
  const user = world.show('/customers/1/show');
  const form = within(await screen.findByRole('region', { name: 'The customer on documents' }));
  await user.type(form.getByLabelText('Registration number'), 'EIN 1');
  now = { ...now, bankLines: 'IBAN 7', version: '4' };
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByRole('alert')).toHaveTextContent(/ada has changed.*Bank lines: nothing → “IBAN 7”/);
  expect(form.getByLabelText('Registration number')).toHaveValue('EIN 1');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The lines on documents were saved.')).toBeInTheDocument();
  expect(now).toMatchObject({ registration: 'EIN 1', bankLines: 'IBAN 7', version: '5' });
});

it.each([
  ['that the page has not read', false],
  ['that was read behind what is typed', true],
])('an opening balance that was set meanwhile, %s, is not overwritten unseen', async (_how, isRead) => {
  world.customers = [madeCustomer(1)];
  const path = '/api/customers/1/billing-begins';
  let opening = { month: '2026-01', balance: 0 };
  world.respond('GET /api/customers/1/document-details', () =>
    HttpResponse.json({ ...NO_DETAILS, version: '0' }),
  );
  world.respond(`GET ${path}`, () => HttpResponse.json({ opening }));
  const message = 'Where billing begins has changed since you opened this page.';
  world.respond(`PUT ${path}`, ({ body }) => {
    const { month, balance, seen } = body as unknown as { month: string; balance: number; seen: object };
    if (JSON.stringify(seen) !== JSON.stringify(opening))
      return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 });
    opening = { month, balance };
    return HttpResponse.json({ opening });
  });
  const user = world.show('/customers/1/show');
  const form = within(await screen.findByRole('region', { name: 'Billing begins on' }));
  await user.selectOptions(form.getByLabelText('First month billed'), 'March 2026');
  await user.type(form.getByLabelText('Reason for the opening'), 'a month later');
  opening = { month: '2026-02', balance: 1250 };
  const asked = world.calls.length;
  if (isRead) window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(world.calls.slice(asked).includes(`GET ${path}`)).toBe(isRead));
  await user.click(form.getByRole('button', { name: 'Set' }));
  expect(await form.findByRole('alert')).toHaveTextContent(
    /First month billed: “January 2026” → “February 2026”.*Opening balance: “\$0.*” → “\$1,250/,
  );
  expect(form.getByText(message)).toBeInTheDocument();
  expect(await form.findByText(/February 2026, opening balance \$1,250/)).toBeVisible();
  // What was not typed follows; what was typed stays.
  expect(form.getByLabelText('Opening balance ($)')).toHaveValue('1250');
  expect(form.getByLabelText('Reason for the opening')).toHaveValue('a month later');
  await user.click(form.getByRole('button', { name: 'Set' }));
  expect(await screen.findByText('Billing begins with March 2026.')).toBeInTheDocument();
  expect(opening).toEqual({ month: '2026-03', balance: 1250 });
});
