import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { monthNow } from '#web-shared/formats/month-choices.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const field = (label: string) => screen.getByLabelText(label);
const save = () => screen.getByRole('button', { name: 'Save' });
const EFFECT = {
  bills: [
    {
      customerId: 1,
      customerName: 'Jeweller 1',
      month: '2026-03',
      state: 'OPEN',
      before: 10,
      after: 13.5,
      lines: [],
    },
  ],
  statements: [],
};

describe('Terms of a customer that are to count from a month that is over', () => {
  const asked = () => screen.findByRole('dialog', { name: /^Save terms that apply from / });
  const saveFrom = async (day: string) => {
    world.customers = [madeCustomer(1)];
    const user = world.show('/customers/1');
    await user.clear(await screen.findByLabelText('Payment due after (days)'));
    await user.type(field('Payment due after (days)'), '45');
    fireEvent.change(field('Effective from'), { target: { value: day } });
    await user.click(save());
    return user;
  };
  it('shows the effect and asks before it saves; No keeps what was typed (rule: Preview)', async () => {
    world.respond('POST /api/bills/terms-preview', () => HttpResponse.json(EFFECT));
    const user = await saveFrom('2026-03-01');
    const dialog = await asked();
    expect(await within(dialog).findByText('Bill 2026-03, Jeweller 1')).toBeInTheDocument();
    expect(world.sent.find(({ path }) => path === '/api/bills/terms-preview')?.body).toEqual({
      customerId: 1,
      changes: { paymentDays: 45 },
      effectiveAt: '2026-03-01',
    });
    await user.click(within(dialog).getByRole('button', { name: 'No' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.calls).not.toContain('PUT /api/customers/1');
    expect(field('Payment due after (days)')).toHaveValue('45');
    expect(field('Effective from')).toHaveValue('2026-03-01');
    expect(screen.getByText('Not saved yet')).toBeInTheDocument();
    await user.click(save());
    await user.click(within(await asked()).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.sent.findLast(({ path }) => path === '/api/customers/1')?.body).toEqual({
      paymentDays: 45,
      effectiveAt: '2026-03-01',
      version: '1',
    });
  });
  it('says that the effect could not be worked out, and saves all the same', async () => {
    world.respond('POST /api/bills/terms-preview', () =>
      HttpResponse.json({ message: 'Too many bills to work out.' }, { status: 422 }),
    );
    const user = await saveFrom('2026-03-01');
    const dialog = await asked();
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      /could not be worked out.*Too many bills to work out\./,
    );
    await user.click(within(dialog).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
  });
  it('asks nothing where no term is changed', async () => {
    world.customers = [madeCustomer(1)];
    const user = world.show('/customers/1');
    await user.type(await screen.findByLabelText('Legal name'), 'Mine Inc.');
    fireEvent.change(field('Effective from'), { target: { value: '2026-03-01' } });
    await user.click(save());
    await screen.findByText(/^No term would apply from this day/, { selector: '[role=alert]' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  it('asks nothing where they count from this month', async () => {
    await saveFrom(`${monthNow(new Date())}-01`);
    expect(await screen.findByText('Jeweller 1 was saved.')).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /api/bills/terms-preview');
  });
});
