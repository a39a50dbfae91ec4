import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { LineKind } from '#contracts/billing/index.ts';
import { billedMonths } from '../components/billed-months.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';
import { workingOf } from './statement-page.tsx';
import type { Statement } from './statement-list.tsx';

const world = officeWorld();
const months = billedMonths(new Date());
const textOf = ([value]: readonly [string, string]) => `${value.slice(0, 4)}-${value.slice(4)}`;
const [newest, before] = [textOf(months[0]!), textOf(months[1]!)];

const statement = (month: string): Statement => ({
  id: `3-${month}`,
  vendorId: 3,
  vendorName: 'Surat Fancies',
  month,
  total: 18_853.89,
  lines: [
    {
      customerId: 1,
      billVersion: 2,
      lineKey: 'SALE:VTR-1',
      kind: 'SALE',
      adjusts: null,
      parcelName: 'VTR-1',
      charged: 0,
      tradingSystem: 20_000,
      flat: 18_518.52,
      base: 1481.48,
      share: 25,
      amount: 18_888.89,
    },
    {
      customerId: 1,
      billVersion: 2,
      lineKey: 'DEPLOYMENT:VTR-1',
      kind: 'SALE',
      adjusts: null,
      parcelName: 'VTR-2',
      charged: 0,
      tradingSystem: 0,
      flat: -35,
      base: 0,
      share: 0,
      amount: -35,
    },
  ],
});

describe('Vendor statements (rule: Statements)', () => {
  it('are listed by month, the newest past one first', async () => {
    world.respond('GET /api/vendor-statements', ({ url }) => {
      const { month } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { month: string };
      return list(month === newest ? [statement(newest)] : []);
    });
    const user = world.show('/vendor-statements');
    const row = await screen.findByRole('row', { name: /^Surat Fancies/ });
    expect(within(row).getByText('$18,853.89')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Month'), before.replace('-', ''));
    expect(await screen.findByText('0 statements found')).toBeInTheDocument();
    expect(screen.getByText(/Create the bills first/)).toBeInTheDocument();
  });

  it('are of the month that the address names, as after Back', async () => {
    world.respond('GET /api/vendor-statements', ({ url }) => {
      const { month } = JSON.parse(url.searchParams.get('filter') ?? '{}') as { month: string };
      return list(month === before ? [statement(before)] : []);
    });
    world.show(`/vendor-statements?month=${before.replace('-', '')}`);
    expect(await screen.findByRole('row', { name: /^Surat Fancies/ })).toBeInTheDocument();
    expect(screen.getByLabelText('Month')).toHaveValue(before.replace('-', ''));
  });

  it('one is opened to its lines, each to its working', async () => {
    world.customers = [madeCustomer(1)];
    world.respond('GET /api/vendor-statements/3', ({ url }) =>
      HttpResponse.json(statement(url.searchParams.get('month')!)),
    );
    const user = world.show(`/vendor-statements/3-${newest}/show`);
    await screen.findByRole('heading', { level: 1, name: /^Surat Fancies, / });
    await user.click(screen.getByText('$18,888.89'));
    expect(screen.getByText('$18,518.52 + 25 % of $1,481.48 = $18,888.89')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'The bill' })[0]).toHaveAttribute(
      'href',
      `/bills/1-${newest}-2/show`,
    );
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Vendor Statements' })).toHaveAttribute(
      'href',
      `/vendor-statements?month=${newest.replace('-', '')}`,
    );
  });

  it('a line says nothing of what was charged where that is not of its parcel alone', async () => {
    const { lines, ...head } = statement(newest);
    const [sale] = lines;
    const line = {
      ...sale!,
      lineKey: 'ADJUSTMENT:2026-04:SURCHARGE:',
      kind: 'ADJUSTMENT',
      adjusts: { month: '2026-04', kind: 'SURCHARGE' },
      charged: null,
      tradingSystem: 0,
    };
    world.answerWith('/api/vendor-statements/3', { status: 200, body: { ...head, lines: [line] } });
    const user = world.show(`/vendor-statements/3-${newest}/show`);
    await user.click(await screen.findByText('$18,888.89'));
    expect(screen.getByRole('link', { name: 'The bill' })).toBeVisible();
    expect(screen.queryByText(/The customer was charged/)).not.toBeInTheDocument();
  });

  it.each([
    [{ kind: 'SALE' }, 'The trading system invoiced $20,000.00. The bill'],
    [{ kind: 'CREDIT', tradingSystem: -20_000 }, 'The trading system credited $20,000.00. The bill'],
    [
      { kind: 'ADJUSTMENT', adjusts: { month: '2026-04', kind: 'SALE' }, tradingSystem: -20_000 },
      'The trading system invoiced −$20,000.00. The bill',
    ],
    [
      { kind: 'SALE', charged: 12 },
      'The trading system invoiced $20,000.00. The customer was charged $12.00. The bill',
    ],
    [{ kind: 'DEPLOYMENT', tradingSystem: 0 }, 'The customer was charged $0.00. The bill'],
  ])('a line of %o says: %s', async (fields, words) => {
    const { lines, ...head } = statement(newest);
    const body = { ...head, lines: [{ ...lines[0]!, ...fields }] };
    world.answerWith('/api/vendor-statements/3', { status: 200, body });
    const user = world.show(`/vendor-statements/3-${newest}/show`);
    await user.click(await screen.findByText('$18,888.89'));
    expect(screen.getByRole('link', { name: 'The bill' }).closest('p')).toHaveTextContent(words);
  });

  it('two lines of one surcharge and one parcel, which was renewed, are both shown', async () => {
    // Given a stone that had two fees in the month: the surcharge has a part for each.
    const { lines, ...head } = statement(newest);
    const part = { ...lines[0]!, lineKey: 'SURCHARGE', kind: 'SURCHARGE' };
    const body = { ...head, lines: [part, { ...part, amount: 3.66 }] };
    world.answerWith('/api/vendor-statements/3', { status: 200, body });
    const errors = vi.spyOn(console, 'error');
    // When the statement is opened, then both are there, and React takes neither for the other.
    world.show(`/vendor-statements/3-${newest}/show`);
    expect(await screen.findByText('$3.66')).toBeVisible();
    expect(errors).not.toHaveBeenCalled();
  });

  it('each adjustment says what of which month it adjusts', async () => {
    // Given a stone whose fee and sale of April are adjusted.
    const { lines, ...head } = statement(newest);
    const adjusted = (kind: LineKind) => ({
      ...lines[0]!,
      lineKey: `ADJUSTMENT:2026-04:${kind}:VTR-1`,
      kind: 'ADJUSTMENT',
      adjusts: { month: '2026-04', kind },
    });
    const body = { ...head, lines: [adjusted('FEE'), adjusted('SALE')] };
    world.answerWith('/api/vendor-statements/3', { status: 200, body });
    // When the statement is opened, then its lines differ.
    world.show(`/vendor-statements/3-${newest}/show`);
    expect(await screen.findByText(/^VTR-1, fee of April 2026/)).toBeVisible();
    expect(screen.getByText(/^VTR-1, sale of April 2026/)).toBeVisible();
  });

  it('one is saved as the workbook or the PDF that its vendor gets', async () => {
    world.respond('GET /api/vendor-statements/3', () => HttpResponse.json(statement(newest)));
    URL.createObjectURL = () => 'blob:made';
    URL.revokeObjectURL = () => undefined;
    const asked: string[] = [];
    world.respond('GET /api/vendor-statements/3/file', ({ url }) => {
      asked.push(url.search);
      const name = { 'content-disposition': 'attachment; filename="Statement V3.pdf"' };
      return new HttpResponse('%PDF-', { headers: { 'content-type': 'application/pdf', ...name } });
    });
    const user = world.show(`/vendor-statements/3-${newest}/show`);
    await user.click(await screen.findByRole('button', { name: 'PDF' }));
    expect(await screen.findByText('Statement V3.pdf was saved.')).toBeVisible();
    expect(asked).toEqual([`?month=${newest}&format=pdf`]);
  });
  it('one that cannot be had says so, and can be asked for again', async () => {
    world.answerWith('/api/vendor-statements/3', { status: 503, body: { message: 'Not now.' } });
    const user = world.show(`/vendor-statements/3-${newest}/show`);
    expect(await screen.findByText('The statement could not be loaded')).toBeVisible();
    world.answerWith('/api/vendor-statements/3', { status: 200, body: statement(newest) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('$18,888.89')).toBeVisible();
  });
});

it.each([
  [{ flat: 0, base: 106.68, share: 50, amount: 53.34 }, '50 % of $106.68 = $53.34'],
  [{ flat: -35, base: 0, share: 0, amount: -35 }, '−$35.00 = −$35.00'],
  [{ flat: 0, base: 0, share: 25, amount: 0 }, '$0.00 = $0.00'],
])('the working of %o reads %s', (line, words) => {
  expect(workingOf(line)).toBe(words);
});
