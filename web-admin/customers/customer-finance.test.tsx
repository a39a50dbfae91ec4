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
    world.respond('GET /api/customers/1/document-details', () => HttpResponse.json(NO_DETAILS));
    world.respond('PUT /api/customers/1/document-details', ({ body }) => HttpResponse.json(body));
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
