import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import type { PlanJobReply } from '#contracts/api/reassortment-jobs.ts';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { heldAnswer } from '../testing/held-answer.ts';
import { BIN, PLAN, TEMPLATE, withPlan } from '../testing/made-plan.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

/** A bin of a plan with nothing in it. */
const PLANNED_BIN = {
  storeId: '1',
  storeName: 'Main Street',
  binSpec: 'RD',
  minQty: 1,
  targetQty: 2,
  maxQty: 3,
  targetValue: null,
  before: { quantity: 0, weight: 0, value: 0 },
  after: { quantity: 0, weight: 0, value: 0 },
  customerStoneIds: [],
  parcelNames: [],
};

it('what was typed for rows of an earlier upload is not sent with those of the next', async () => {
  withPlan(world);
  let stock = { fileHash: 'F-1', uploadedAt: '2026-11-20T16:00:00.000Z', rows: 9, unreadable: 1 };
  let row = 5;
  const unreadable = () => [
    { row, values: { customerStoneId: `S-${row}` }, problems: [{ property: 'weight', message: 'is empty' }] },
  ];
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([{ ...TEMPLATE, stock }]));
  world.respond('POST /reassortment/getstock', () =>
    HttpResponse.json({
      templateId: 'T-1',
      uploadedAt: stock.uploadedAt,
      rows: 9,
      unreadable: unreadable(),
    }),
  );
  world.respond('POST /reassortment/reassortexcel', () => {
    stock = { ...stock, fileHash: 'F-2', uploadedAt: '2026-11-21T09:00:00.000Z' };
    row = 7;
    return HttpResponse.json(PLAN);
  });
  const user = world.show('/reassort?customer=7');
  await user.type(await screen.findByLabelText('weight, row 5'), '1.2');
  const save = () => screen.getByRole('button', { name: 'Save rows' });
  expect(save()).not.toHaveAttribute('aria-disabled');
  await user.upload(screen.getByLabelText('Upload Current Stock: file'), new File(['x'], 'stock.xlsx'));
  expect(await screen.findByLabelText('weight, row 7')).toHaveValue('');
  expect(save()).toHaveAttribute('aria-disabled', 'true');
});

it('what was typed for rows is not saved on those of a file that a colleague uploaded meanwhile', async () => {
  withPlan(world);
  // Given a row of a file that is being typed
  let stock = { fileHash: 'F-1', uploadedAt: '2026-11-20T16:00:00.000Z', rows: 9, unreadable: 1 };
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([{ ...TEMPLATE, stock }]));
  world.respond('POST /reassortment/getstock', () =>
    HttpResponse.json({
      templateId: 'T-1',
      uploadedAt: stock.uploadedAt,
      rows: 9,
      unreadable: [
        {
          row: 5,
          values: { customerStoneId: `${stock.fileHash} S-5` },
          problems: [{ property: 'weight', message: 'is empty' }],
        },
      ],
    }),
  );
  const message = 'Another stock was uploaded meanwhile: nothing of yours was saved.';
  world.respond('POST /reassortment/mendstock', ({ body }) =>
    body['fileHash'] === stock.fileHash
      ? HttpResponse.json({})
      : HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 402 }),
  );
  const user = world.show('/reassort?customer=7');
  await user.type(await screen.findByLabelText('weight, row 5'), '1.2');
  // When a colleague uploads another file before it is saved
  stock = { ...stock, fileHash: 'F-2', uploadedAt: '2026-11-21T09:00:00.000Z' };
  await user.click(screen.getByRole('button', { name: 'Save rows' }));
  // Then nothing is written on its row, which is shown instead
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(await screen.findByText('F-2 S-5')).toBeInTheDocument();
  expect(screen.getByLabelText('weight, row 5')).toHaveValue('');
});

it('what is typed while rows are saved stays, and is sent with the next save', async () => {
  withPlan(world);
  const template = (uploadedAt: string, unreadable: number): BinTemplate => ({
    ...TEMPLATE,
    stock: { fileHash: 'F-1', uploadedAt, rows: 9, unreadable },
  });
  const stock = (uploadedAt: string, rows: number[]) => ({
    templateId: 'T-1',
    uploadedAt,
    rows: 9,
    unreadable: rows.map((row) => ({
      row,
      values: { customerStoneId: `S-${row}` },
      problems: [{ property: 'weight', message: 'is empty' }],
    })),
  });
  const [before, after] = ['2026-11-20T16:00:00.000Z', '2026-11-21T09:00:00.000Z'];
  let now = { template: template(before, 3), stock: stock(before, [5, 6, 7]) };
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([now.template]));
  world.respond('POST /reassortment/getstock', () => HttpResponse.json(now.stock));
  world.respond('POST /api/reassortment/plans', () => HttpResponse.json(PLAN));
  const saving = heldAnswer();
  world.respond('POST /reassortment/mendstock', () => saving.given);
  const user = world.show('/reassort?customer=7');
  await user.type(await screen.findByLabelText('weight, row 5'), '1.2');
  await user.click(screen.getByRole('button', { name: 'Save rows' }));
  for (const row of [5, 6]) await user.type(screen.getByLabelText(`weight, row ${row}`), '1.5');
  now = { template: template(after, 2), stock: stock(after, [6, 7]) };
  saving.give(HttpResponse.json(now.stock));
  expect(await screen.findByText('2 rows cannot be read yet.')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByLabelText('weight, row 5')).not.toBeInTheDocument());
  expect(await screen.findByText('9 rows, of which 2 cannot be read.')).toBeInTheDocument();
  expect(screen.getByLabelText('weight, row 6')).toHaveValue('1.5');
  world.respond('POST /reassortment/mendstock', () => HttpResponse.json(now.stock));
  await user.click(screen.getByRole('button', { name: 'Save rows' }));
  await waitFor(() =>
    expect(world.sent.filter(({ path }) => path === '/reassortment/mendstock')).toHaveLength(2),
  );
  const sent = world.sent.filter(({ path }) => path === '/reassortment/mendstock').at(-1);
  // Row 5 can be read: a further value for it would be refused.
  expect(sent?.body).toEqual({
    templateId: 'T-1',
    fileHash: 'F-1',
    rows: [{ row: 6, values: { weight: '1.5' } }],
  });
});

it('what is typed in a question stays when a newer plan is made, which is shown after it', async () => {
  withPlan(world);
  const { suggestedAdditions, suggestedRemovals, shipments, levels, bins, ...summary } = PLAN;
  const planned = (id: string) => ({ ...PLAN, id, bins: [PLANNED_BIN] });
  let plans = [summary];
  world.respond('GET /api/reassortment/plans', () => HttpResponse.json(plans));
  for (const id of ['P-1', 'P-2'])
    world.respond(`GET /api/reassortment/plans/${id}`, () => HttpResponse.json(planned(id)));
  world.respond('POST /api/reassortment/plans', () => {
    plans = [{ ...summary, id: 'P-2', madeAt: '2026-11-20T17:01:00.000Z' }, summary];
    return HttpResponse.json(planned('P-2'));
  });
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: 'What if' }));
  const target = () => screen.getByLabelText('Target of RD, Main Street');
  await user.clear(target());
  await user.type(target(), '5');
  await user.click(screen.getByRole('button', { name: 'Plan again' }));
  const plan = screen.getByRole('combobox', { name: 'Plan' });
  await waitFor(() => expect(within(plan).getAllByRole('option')).toHaveLength(2));
  expect(target()).toHaveValue('5');
  expect(plan).toHaveValue('P-1');
  // A look at the plan loses nothing.
  await user.click(screen.getByRole('button', { name: 'Plan' }));
  expect(await screen.findByRole('heading', { name: 'Suggested shipments' })).toBeVisible();
  expect(target()).not.toBeVisible();
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: 'Metadata' }));
  expect(asked).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'What if' }));
  expect(target()).toHaveValue('5');
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  await user.click(screen.getByRole('button', { name: 'Plan' }));
  expect(await screen.findByRole('combobox', { name: 'Plan' })).toHaveValue('P-2');
});

it('a question that is started again while its plan is made drops that plan', async () => {
  // Given a question on which a job works
  withPlan(world, { ...PLAN, bins: [PLANNED_BIN] });
  const job: PlanJobReply = {
    id: 'J-1',
    kind: 'WHAT_IF',
    templateId: 'T-1',
    state: 'PLANNING',
    level: null,
    groupsDone: 0,
    groups: 4,
    requestedBy: 'rep',
    requestedAt: '2026-11-20T16:00:30.000Z',
    finishedAt: null,
    planId: null,
    failure: null,
  };
  world.respond('POST /api/reassortment/plans/P-1/what-if', () => HttpResponse.json(job));
  world.respond('GET /api/reassortment/jobs/J-1', () => HttpResponse.json(job));
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: 'What if' }));
  await user.type(screen.getByLabelText('Target of RD, Main Street'), '0');
  await user.click(screen.getByRole('button', { name: 'Show the difference' }));
  expect(await screen.findByRole('progressbar', { name: 'Progress of the plan' })).toBeVisible();
  // When it is started again
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  // Then the job is not followed
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it.each([
  ['of a colleague', [TEMPLATE]],
  ['where there was none', []],
])('a page that is opened again shows the newest ideal, %s', async (_, before) => {
  withPlan(world);
  let templates: BinTemplate[] = before;
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json(templates));
  for (const id of ['T-1', 'T-2'])
    world.respond(`POST /reassortment/comparedialogideal/${id}`, () => HttpResponse.json([]));
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await screen.findByLabelText('Nickname');
  await user.click(screen.getByRole('button', { name: 'Metadata' }));
  templates = [...before, { ...TEMPLATE, id: 'T-2', idealInventoryName: 'Of a colleague' }];
  await user.click(screen.getByRole('button', { name: 'Ideal Inventory' }));
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Ideal inventory' })).toHaveValue('T-2'));
});

it('an ideal that came after none stays while something is typed in it', async () => {
  withPlan(world);
  let templates: BinTemplate[] = [];
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json(templates));
  for (const id of ['T-1', 'T-2'])
    world.respond(`POST /reassortment/comparedialogideal/${id}`, () => HttpResponse.json([BIN]));
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await screen.findByText('There is no ideal inventory yet');
  templates = [TEMPLATE];
  window.dispatchEvent(new Event('visibilitychange'));
  await user.click(await screen.findByRole('button', { name: 'Edit bins' }));
  const target = await screen.findByLabelText(/^Target of/);
  await user.clear(target);
  await user.type(target, '5');
  const reads = () => world.calls.filter((call) => call === 'POST /reassortment/getbintemplates').length;
  const before = reads();
  templates = [TEMPLATE, { ...TEMPLATE, id: 'T-2', idealInventoryName: 'Of a colleague' }];
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  expect(screen.getByLabelText(/^Target of/)).toHaveValue('5');
});

it('what the first calls gave back is named when a later one is refused', async () => {
  const many = Array.from({ length: 501 }, (_, place) => `L-${place}`);
  withPlan(world, {
    ...PLAN,
    suggestedRemovals: PLAN.suggestedRemovals.map((removal) => ({
      ...removal,
      quantity: 501,
      names: many,
      parcelNames: many,
    })),
  });
  world.respond('POST /inventory/customer', () =>
    HttpResponse.json(many.map((parcelName) => ({ parcelName, status: 'CUSTOMER' }))),
  );
  world.respond('POST /inventory/return', ({ body }) =>
    (body['parcelNames'] as string[]).length === 500
      ? HttpResponse.json({ instructionId: 'I-1', done: body['parcelNames'], declined: [], position: '13' })
      : HttpResponse.json({ message: 'Not now.' }, { status: 402 }),
  );
  const user = world.show('/reassort?customer=7');
  await user.click(await screen.findByRole('button', { name: /^Return L-0/ }));
  expect(await screen.findByText(/Not now\./)).toHaveTextContent('500 stones are on the way back. Not now.');
});

it('a quantity that a colleague changed while one typed is named before it is saved over', async () => {
  withPlan(world);
  // Given a bin whose target one types, and of which a colleague changes that and the maximum, and another's
  let bins = [BIN, { ...BIN, binSpec: 'OV' }];
  world.respond('POST /reassortment/comparedialogideal/T-1', () => HttpResponse.json(bins));
  const message = 'Somebody has changed this ideal inventory since you opened it.';
  world.respond('POST /api/reassortment/templates/T-1/bins', ({ body }) => {
    const [change] = body['bins'] as [{ targetQty: number; seen: object }];
    const { minQty, targetQty, maxQty, targetValue } = bins[0]!;
    if (JSON.stringify(change.seen) !== JSON.stringify({ minQty, targetQty, maxQty, targetValue }))
      return HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 });
    bins = [{ ...bins[0]!, targetQty: change.targetQty }, bins[1]!];
    return HttpResponse.json(bins);
  });
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await user.click(await screen.findByRole('button', { name: 'Edit bins' }));
  const target = () => screen.getByLabelText('Target of RD, Main Street');
  await user.clear(target());
  await user.type(target(), '1');
  bins = [
    { ...BIN, targetQty: 3, maxQty: 4 },
    { ...BIN, binSpec: 'OV', maxQty: 7 },
  ];
  const asked = world.calls.length;
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() =>
    expect(world.calls.slice(asked)).toContain('POST /reassortment/comparedialogideal/T-1'),
  );
  // When it is saved
  await user.click(screen.getByRole('button', { name: 'Save bins' }));
  // Then one learns of all, keeps what one typed, and can save it
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(message);
  expect(notice).toHaveTextContent('Target of RD, Main Street: “2” → “3”');
  expect(notice).toHaveTextContent('Maximum of RD, Main Street: “3” → “4”');
  expect(notice).toHaveTextContent('Maximum of OV, Main Street: “3” → “7”');
  expect(target()).toHaveValue('1');
  await user.click(screen.getByRole('button', { name: 'Save bins' }));
  expect(await screen.findByText('1 bin has other quantities.')).toBeInTheDocument();
  expect(bins).toMatchObject([{ targetQty: 1, maxQty: 4 }, { maxQty: 7 }]);
});

it('quantities of an ideal that a colleague has replaced meanwhile are not saved into it unsaid', async () => {
  // Given quantities that are typed, and another ideal of that nickname which a colleague loads
  withPlan(world);
  let templates = [TEMPLATE];
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json(templates));
  world.respond('POST /reassortment/comparedialogideal/T-1', () => HttpResponse.json([BIN]));
  world.respond('POST /reassortment/comparedialogideal/T-2', () => HttpResponse.json([]));
  const save = 'POST /api/reassortment/templates/T-1/bins';
  world.respond(save, () => HttpResponse.json([{ ...BIN, targetQty: 20 }]));
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await user.click(await screen.findByRole('button', { name: 'Edit bins' }));
  await user.type(screen.getByLabelText('Target of RD, Main Street'), '0');
  templates = [
    { ...TEMPLATE, active: false },
    { ...TEMPLATE, id: 'T-2' },
  ];
  // When they are saved
  await user.click(screen.getByRole('button', { name: 'Save bins' }));
  // Then the page says so first; what was typed can be saved all the same
  const notice = await within(screen.getByRole('main')).findByRole('alert');
  expect(notice).toHaveTextContent(
    'Somebody has replaced or retired this ideal inventory since you opened it',
  );
  expect(world.calls).not.toContain(save);
  await user.click(screen.getByRole('button', { name: 'Save bins' }));
  expect(await screen.findByText('1 bin has other quantities.')).toBeVisible();
});

it('an ideal that a colleague planned with is not cleared before the page says so', async () => {
  // Given a page on which an ideal is shown
  withPlan(world);
  let version = 'b1 P-1';
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([{ ...TEMPLATE, version }]));
  world.answerWith('/reassortment/comparedialogideal/T-1', { status: 200, body: [] });
  const message = 'ada has planned with this ideal inventory since you opened it. Nothing of it was cleared.';
  world.respond('POST /reassortment/clearbins', ({ body }) =>
    body['seen'] === version
      ? HttpResponse.json([])
      : HttpResponse.json({ message, code: 'CHANGED_MEANWHILE' }, { status: 409 }),
  );
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  const clear = async (): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Clear bins' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  await screen.findByRole('button', { name: 'Clear bins' });
  // When a colleague plans with it, and the page is read again on the way back to its window
  version = 'b1 P-2';
  const read = (): number =>
    world.calls.filter((call) => call === 'POST /reassortment/getbintemplates').length;
  const before = read();
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  await waitFor(() => expect(read()).toBeGreaterThan(before));
  focusManager.setFocused(undefined);
  // Then the first try clears nothing and says why; the next one may
  await clear();
  expect(await screen.findByText(message)).toBeVisible();
  await clear();
  expect(await screen.findByText('Ideal 2026 was retired.')).toBeVisible();
  const seen = world.sent.filter(({ path }) => path === '/reassortment/clearbins').map(({ body }) => body);
  expect(seen).toEqual(['b1 P-1', 'b1 P-2'].map((each) => ({ templateId: 'T-1', seen: each })));
});
