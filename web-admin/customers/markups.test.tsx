import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { madeCustomer } from '../testing/made-office.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();
const field = (label: string) => screen.getByLabelText(label);
const save = () => screen.getByRole('button', { name: 'Save' });

describe('Retail markups (product: Admin forms)', () => {
  const open = async () => {
    world.customers = [madeCustomer(1)];
    world.answerWith('/admin/getmarkup', { status: 200, body: [] });
    const user = world.show('/customers/1/markups');
    await user.click(await screen.findByRole('button', { name: 'Add row' }));
    return user;
  };
  it('ask for the markup only once a type is picked, and send the unused pair null', async () => {
    const user = await open();
    expect(screen.queryByLabelText('Markup (%)')).not.toBeInTheDocument();
    await user.selectOptions(field('Type'), 'By weight');
    await user.type(field('From (ct)'), '0.5');
    await user.type(field('Markup (%)'), '45');
    world.answerWith('/admin/setmarkup', { status: 200, body: [] });
    await user.click(save());
    await waitFor(() => expect(world.calls).toContain('POST /admin/setmarkup'));
  });
  it('of two who save them the second learns of it, keeps what was typed, and can save it', async () => {
    world.customers = [madeCustomer(1)];
    const bounds = { minWeight: null, maxWeight: null, minValue: null, maxValue: null };
    const rowOf = (markup: number) => ({ type: 'weight', ...bounds, productTypes: ['LOOSE'], markup });
    let [rows, version] = [[rowOf(10)], '4'];
    const answer = () => HttpResponse.json(rows, { headers: { etag: `"${version}"` } });
    world.respond('POST /admin/getmarkup', answer);
    world.respond('POST /admin/setmarkup', ({ body }) => {
      const sent = world.sent.at(-1)?.headers.get('if-match');
      if (sent !== `"${version}"`)
        return HttpResponse.json(
          { message: 'Somebody has changed this list.', code: 'CHANGED_MEANWHILE' },
          { status: 402 },
        );
      [rows, version] = [body as unknown as typeof rows, '6'];
      return answer();
    });
    const user = world.show('/customers/1/markups');
    const markup = () => screen.getByRole('textbox', { name: /^Markup/ });
    await screen.findByRole('textbox', { name: /^Markup/ });
    [rows, version] = [[rowOf(20)], '5'];
    await user.clear(markup());
    await user.type(markup(), '30');
    await user.click(save());
    expect(await screen.findByText('Somebody has changed this list.')).toBeVisible();
    expect(screen.getByText(/Row 1: “By weight, any to any: 10%, Loose” → “.* 20%, Loose”/)).toBeVisible();
    expect(markup()).toHaveValue('30');
    await user.click(save());
    await waitFor(() => expect(rows).toMatchObject([{ markup: 30 }]));
    expect(await screen.findByText('Retail markups were saved.')).toBeInTheDocument();
  });
  const BOUNDS = { minWeight: null, maxWeight: null, minValue: null, maxValue: null };
  const rowOf = (markup: number) => ({ type: 'weight', ...BOUNDS, productTypes: ['LOOSE'], markup });
  /** What the server has, which refuses a save over another version. */
  const stored = (...markups: number[]) => {
    world.customers = [madeCustomer(1)];
    const now = { rows: markups.map(rowOf), version: '4' };
    const answer = () => HttpResponse.json(now.rows, { headers: { etag: `"${now.version}"` } });
    world.respond('POST /admin/getmarkup', answer);
    world.respond('POST /admin/setmarkup', ({ body }) => {
      if (world.sent.at(-1)?.headers.get('if-match') !== `"${now.version}"`)
        return HttpResponse.json(
          { message: 'Somebody has changed this list.', code: 'CHANGED_MEANWHILE' },
          { status: 402 },
        );
      now.rows = body as unknown as typeof now.rows;
      return answer();
    });
    return now;
  };
  const markupOf = async (row: number) =>
    within(await screen.findByRole('group', { name: `Row ${row}` })).getByRole('textbox', {
      name: /^Markup/,
    });
  it('of two who change other rows both changes are saved', async () => {
    const now = stored(10, 50);
    const user = world.show('/customers/1/markups');
    await user.clear(await markupOf(1));
    await user.type(await markupOf(1), '30');
    Object.assign(now, { rows: [rowOf(10), rowOf(60)], version: '5' });
    await user.click(save());
    expect(await screen.findByText('Somebody has changed this list.')).toBeVisible();
    expect(await markupOf(2)).toHaveValue('60');
    expect(await markupOf(1)).toHaveValue('30');
    await user.click(save());
    expect(await screen.findByText('Retail markups were saved.')).toBeInTheDocument();
    expect(now.rows).toMatchObject([{ markup: 30 }, { markup: 60 }]);
  });
  it('of which there are not as many any more say that saving replaces the whole list', async () => {
    const now = stored(10);
    const user = world.show('/customers/1/markups');
    await user.clear(await markupOf(1));
    await user.type(await markupOf(1), '30');
    Object.assign(now, { rows: [rowOf(10), rowOf(60)], version: '5' });
    await user.click(save());
    expect(await screen.findByText(/saving replaces the whole list/)).toBeVisible();
    expect(screen.getAllByRole('group', { name: /^Row/ })).toHaveLength(1);
  });
  it('are as they are now when they are opened again', async () => {
    const now = stored(10);
    const user = world.show('/customers/1/markups');
    expect(await markupOf(1)).toHaveValue('10');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    Object.assign(now, { rows: [rowOf(20)], version: '5' });
    await user.click(await screen.findByRole('link', { name: 'Retail Markups' }));
    await waitFor(async () => expect(await markupOf(1)).toHaveValue('20'));
    await user.clear(await markupOf(1));
    await user.type(await markupOf(1), '30');
    await user.click(save());
    expect(await screen.findByText('Retail markups were saved.')).toBeInTheDocument();
  });
  it('take no decimal comma for ten times the figure', async () => {
    const user = await open();
    await user.selectOptions(field('Type'), 'By weight');
    await user.type(screen.getByRole('textbox', { name: /^From/ }), '0,500');
    await user.type(screen.getByRole('textbox', { name: /^Markup/ }), '4,5');
    expect(screen.getAllByText(/^Not a number/)).toHaveLength(2);
    await user.click(save());
    expect(await screen.findByText('Enter a markup in percent.')).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /admin/setmarkup');
  });
  it('are guarded when the last row is removed', async () => {
    const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false);
    confirm.mockClear();
    world.customers = [madeCustomer(1)];
    const row = { type: 'weight', minWeight: 0.5, maxWeight: 1, minValue: null, maxValue: null };
    const body = [{ ...row, productTypes: ['LOOSE'], markup: 45 }];
    world.answerWith('/admin/getmarkup', { status: 200, body });
    const user = world.show('/customers/1/markups');
    await user.click(await screen.findByRole('button', { name: /Remove/ }));
    expect(await screen.findByText('Not saved yet')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await waitFor(() => expect(confirm).toHaveBeenCalledOnce());
  });
  it('say what is missing at the row', async () => {
    const user = await open();
    await user.click(save());
    expect(await screen.findByText('Choose value or weight.')).toBeInTheDocument();
    expect(world.calls).not.toContain('POST /admin/setmarkup');
  });
});
