import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Invoice } from '#contracts/api/invoices.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { monthOf, monthValue } from '#contracts/vocabulary/months.ts';
import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import { MADE_INVOICES } from '../../testing/made-account.ts';
import { grid, portalWorld } from '../../testing/render-portal.tsx';

const world = portalWorld();

describe('Invoices (product: Invoices dialog)', () => {
  const open = async () => {
    URL.createObjectURL = () => 'blob:made';
    URL.revokeObjectURL = () => {};
    const user = world.show();
    await grid();
    await user.click(await screen.findByRole('button', { name: 'Profile' }));
    await user.click(await screen.findByRole('button', { name: 'Invoices' }));
    return { user, modal: within(await screen.findByRole('dialog', { name: 'Invoices' })) };
  };
  it('the months run from the first action to the current one, newest first, with values YYYYMM', async () => {
    const { modal } = await open();
    const values = within(modal.getByLabelText('Month'))
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value);
    // The house's: where this test believes to be, it may be the next one.
    const today = houseDayOf(new Date().toISOString(), DEFAULT_TIME_ZONE);
    expect(values[0]).toBe(monthValue(monthOf(today)));
    expect(values.at(-1)).toBe('202501');
  });
  it('opens on the newest month that has one', async () => {
    const { modal } = await open();
    await modal.findByText('Statement.xlsx');
    expect(modal.getByLabelText('Month')).toHaveValue('202610');
    const { body } = world.calls.find(({ path }) => path === '/billing/month')!;
    expect(body).toEqual({ year: 2026, month: 10 });
  });
  it('reaches an invoice of a month before the first action', async () => {
    world.answerWith('/billing/months', { status: 200, body: [{ year: 2024, month: 3 }] });
    const { user, modal } = await open();
    await modal.findByText('Statement.xlsx');
    const month = modal.getByLabelText('Month');
    expect(month).toHaveValue('202403');
    await user.selectOptions(month, '202501');
    await user.selectOptions(month, 'March 2024');
    expect(month).toHaveValue('202403');
  });
  it('without any, on the current month', async () => {
    world.answerWith('/billing/months', { status: 200, body: [] });
    const { modal } = await open();
    await modal.findByText('Statement.xlsx');
    const [newest] = within(modal.getByLabelText('Month')).getAllByRole<HTMLOptionElement>('option');
    expect(modal.getByLabelText('Month')).toHaveValue(newest!.value);
  });
  it('a bill has its amount, due date and version', async () => {
    const { modal } = await open();
    await modal.findByText('Statement.xlsx');
    const [upload, bill, former] = modal.getAllByRole('listitem');
    expect(upload).not.toHaveTextContent('$');
    expect(upload).toHaveTextContent('version 2');
    expect(bill).toHaveTextContent(/Due 2026-11-15 · version 2 .*\$610\.54/);
    expect(former).toHaveTextContent(/Replaced · due 2026-11-15 · version 1/);
  });
  it('a credit note has what it takes back, and is never due; without an amount it has none', async () => {
    const note: Invoice = {
      ...MADE_INVOICES[1]!,
      fileName: 'Vitrine credit note 2026-00043 customer 7.pdf',
      amount: -610.54,
      dueDate: null,
    };
    const older = { ...note, invoiceId: 9, fileName: 'Vitrine credit note.pdf', amount: null };
    world.answerWith('/billing/month', { status: 200, body: [note, older] });
    const { modal } = await open();
    await modal.findByText(note.fileName);
    const [known, unknown] = modal.getAllByRole('listitem');
    expect(known).toHaveTextContent('−$610.54');
    expect(known).not.toHaveTextContent(/due/i);
    expect(unknown).not.toHaveTextContent('$');
    // There is no bill to be explained.
    expect(modal.queryByRole('button', { name: 'How this bill comes about' })).not.toBeInTheDocument();
  });
  it('the working opens to lines, and they to days, events and terms', async () => {
    const { user, modal } = await open();
    await user.click(await modal.findByRole('button', { name: 'How this bill comes about' }));
    const bill = within(await modal.findByRole('region', { name: 'Bill for October 2026' }));
    expect(world.calls.find(({ path }) => path === '/billing/working')?.body).toEqual({
      year: 2026,
      month: 10,
    });
    await user.click(bill.getByText('VTR-100001'));
    expect(bill.getByText(/2026-10-11 to 2026-10-31: 21 days at 1.2 % a month/)).toBeVisible();
    await user.click(bill.getByText('VTR-100002'));
    expect(bill.getByText(/Returned on 2026-09-21, by trading system \(came late\): −\$30.00/)).toBeVisible();
    await user.click(bill.getByText(/^Terms from/));
    expect(bill.getByText('14 days')).toBeVisible();
    expect(
      screen.getByText('Overridden this month: Payment, 45 days (was 14 days): as agreed'),
    ).toBeVisible();
  });
  it('each invoice has its file name and a download, greyed when it is not active', async () => {
    const { modal } = await open();
    expect(await modal.findByText('Statement.xlsx')).toBeVisible();
    const downloads = modal.getAllByRole('button', { name: 'Download Invoice.pdf' });
    expect(downloads.map((button) => (button as HTMLButtonElement).disabled)).toEqual([false, true]);
  });
  it('a download asks for that invoice', async () => {
    const { user, modal } = await open();
    await user.click(await modal.findByRole('button', { name: 'Download Statement.xlsx' }));
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path === '/billing/specific')?.body).toEqual({ invoiceId: 1 }),
    );
  });
  it('All (zip) appears with more than one invoice, and asks for the month', async () => {
    const { user, modal } = await open();
    await user.selectOptions(modal.getByLabelText('Month'), '202510');
    await user.click(await modal.findByRole('button', { name: 'All (zip)' }));
    await waitFor(() =>
      expect(world.calls.find(({ path }) => path === '/billing/all')?.body).toEqual({
        year: 2025,
        month: 10,
      }),
    );
  });
  it('a month without invoices says so, and has no All', async () => {
    const { user, modal } = await open();
    await user.selectOptions(modal.getByLabelText('Month'), '202501');
    expect(await modal.findByText('There are no invoices for January 2025.')).toBeVisible();
    expect(modal.queryByRole('button', { name: 'All (zip)' })).not.toBeInTheDocument();
  });
});
