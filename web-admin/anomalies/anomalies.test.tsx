import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { inboxStepRequest, type InboxItem } from '#contracts/api/inboxes.ts';
import { NOT_HANDLED, PEOPLE } from '../testing/made-office.ts';
import { list, officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

/** An anomaly of a memo, as the list has it. */
const madeAnomaly = (more: object) => ({
  id: '1',
  parcelName: 'VTR-1',
  line: 'natural',
  customerId: 7,
  customerName: 'Harbor Light',
  eventId: 'e',
  type: 'MEMO',
  date: '2026-04-10',
  reason: 'odd',
  overdue: false,
  since: '2026-04-10',
  ...NOT_HANDLED,
  ...more,
});

it('an anomaly leads to its parcel', async () => {
  const anomaly = madeAnomaly({
    type: 'RETURN_MEMO',
    reason: 'return memo without holding it',
    since: '2026-04-11',
  });
  world.respond('GET /api/anomalies', () => list([anomaly]));
  world.show('/anomalies');
  expect(await screen.findByRole('link', { name: 'VTR-1' })).toHaveAttribute(
    'href',
    expect.stringContaining('/parcels/'),
  );
  expect(screen.getByText('return memo without holding it')).toBeInTheDocument();
});

it('an anomaly gets an owner and a note, and is dismissed with its reason', async () => {
  const id = 'VTR-1/e/12345678';
  const path = `/api/anomalies/${encodeURIComponent(id)}/steps`;
  let item: InboxItem = { id, ...NOT_HANDLED, steps: [] };
  const row = () => madeAnomaly({ id, state: item.state, owner: item.owner });
  const filters: unknown[] = [];
  world.respond('GET /api/anomalies', ({ url }) => {
    filters.push(JSON.parse(url.searchParams.get('filter') ?? '{}'));
    return list([row()]);
  });
  world.respond('GET /api/users', () => list([{ ...PEOPLE[0]!, id: 'demo-admin', version: '1' }]));
  world.respond(`GET ${path}`, () => HttpResponse.json(item));
  world.respond(`POST ${path}`, ({ body }) => {
    const { action, owner = null, note = null } = inboxStepRequest.parse(body);
    const step = {
      id: item.steps.length + 1,
      action,
      owner,
      note,
      changes: [],
      by: 'demo-admin',
      at: '2026-11-20T10:00:00.000Z',
    };
    item = {
      ...item,
      owner: action === 'OWN' ? owner : item.owner,
      state: action === 'DISMISS' ? 'DISMISSED' : item.state,
      steps: [step, ...item.steps],
    };
    return HttpResponse.json(item);
  });
  const user = world.show('/anomalies');
  await user.click(await screen.findByRole('button', { name: 'Handle VTR-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'VTR-1' }));
  expect(await dialog.findByText('Nothing has been done about it yet.')).toBeInTheDocument();
  const dismiss = dialog.getByRole('button', { name: 'Dismiss' });
  expect(dismiss).toHaveAttribute('aria-disabled', 'true');
  await dialog.findByRole('option', { name: 'demo-admin' });
  await user.type(dialog.getByLabelText('Note'), 'a test of theirs');
  await user.selectOptions(dialog.getByLabelText('Owner'), 'demo-admin');
  expect(await dialog.findByText(/to demo-admin by demo-admin/)).toBeInTheDocument();
  // Another step leaves the note that is being written.
  expect(dialog.getByLabelText('Note')).toHaveValue('a test of theirs');
  await user.click(dialog.getByRole('button', { name: 'Add note' }));
  expect(await dialog.findByText('a test of theirs', { selector: 'q' })).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Add note' })).toHaveFocus();
  await user.type(dialog.getByLabelText('Note'), 'seen again');
  await user.click(dismiss);
  expect(await dialog.findByText('seen again', { selector: 'q' })).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Reopen' })).toBeEnabled();
  // The button that had the focus is gone: the dialog's heading has it.
  await waitFor(() => expect(dialog.getByRole('heading', { name: 'VTR-1' })).toHaveFocus());
  expect(world.sent.filter((one) => one.path === path).map(({ body }) => body)).toEqual([
    { action: 'OWN', owner: 'demo-admin' },
    { action: 'NOTE', note: 'a test of theirs' },
    { action: 'DISMISS', note: 'seen again' },
  ]);
  // What is dismissed is not shown at first.
  expect(filters[0]).toEqual({ state: ['OPEN', 'ACKNOWLEDGED'] });
});

it('a step that is refused shows what a colleague has done meanwhile, and keeps the note', async () => {
  let item: InboxItem = { id: '7', ...NOT_HANDLED, steps: [] };
  const theirs = {
    id: 1,
    action: 'DISMISS' as const,
    owner: null,
    note: 'a test of theirs',
    changes: [],
    by: 'ada',
    at: '2026-11-20T10:00:00.000Z',
  };
  world.respond('GET /api/anomalies', () => list([madeAnomaly({ id: '7' })]));
  world.respond('GET /api/anomalies/7/steps', () => HttpResponse.json(item));
  world.respond('POST /api/anomalies/7/steps', () =>
    HttpResponse.json({ message: 'It is dismissed already.', code: 'WRONG_STATE' }, { status: 409 }),
  );
  const user = world.show('/anomalies');
  await user.click(await screen.findByRole('button', { name: 'Handle VTR-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'VTR-1' }));
  await user.type(await dialog.findByLabelText('Note'), 'mine');
  item = { ...item, state: 'DISMISSED', steps: [theirs] };
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await dialog.findByText('a test of theirs', { selector: 'q' })).toBeInTheDocument();
  expect(dialog.queryByRole('button', { name: 'Dismiss' })).not.toBeInTheDocument();
  expect(dialog.getByLabelText('Note')).toHaveValue('mine');
});

it('owners who cannot be listed are not left out in silence, and are asked for again', async () => {
  world.respond('GET /api/anomalies', () => list([madeAnomaly({ id: '7' })]));
  world.respond('GET /api/anomalies/7/steps', () =>
    HttpResponse.json({ id: '7', ...NOT_HANDLED, steps: [] }),
  );
  world.answerWith('/api/users', { status: 503, body: { message: 'Please try again in a moment.' } });
  const user = world.show('/anomalies');
  await user.click(await screen.findByRole('button', { name: 'Handle VTR-1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'VTR-1' }));
  expect(await dialog.findByText('The administrators could not be loaded')).toBeInTheDocument();
  world.answerWith('/api/users', null);
  world.respond('GET /api/users', () => list([{ ...PEOPLE[0]!, id: 'demo-admin', version: '1' }]));
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByRole('option', { name: 'demo-admin' })).toBeInTheDocument();
});

it('a note that is being written is not lost by Escape unasked', async () => {
  world.respond('GET /api/anomalies', () => list([madeAnomaly({ id: '7' })]));
  world.respond('GET /api/anomalies/7/steps', () =>
    HttpResponse.json({ id: '7', ...NOT_HANDLED, steps: [] }),
  );
  const user = world.show('/anomalies');
  await user.click(await screen.findByRole('button', { name: 'Handle VTR-1' }));
  const dialog = await screen.findByRole('dialog', { name: 'VTR-1' });
  await user.type(await within(dialog).findByLabelText('Note'), 'seen');
  const confirm = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  await user.keyboard('{Escape}');
  expect(confirm).toHaveBeenCalledOnce();
  expect(within(dialog).getByLabelText('Note')).toHaveValue('seen');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});
