import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import type { PlanJobReply } from '#contracts/api/reassortment-jobs.ts';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { madeCustomer } from '../testing/made-office.ts';
import { heldAnswer } from '../testing/held-answer.ts';
import { BIN, PLAN, TEMPLATE, withPlan } from '../testing/made-plan.ts';
import { officeWorld } from '../testing/render-back-office.tsx';

const world = officeWorld();

it('shows a stock that was recorded although no plan could be made of it', async () => {
  withPlan(world);

  let template: BinTemplate = { ...TEMPLATE, stock: null };
  world.respond('POST /reassortment/getbintemplates', () => HttpResponse.json([template]));
  world.respond('GET /api/reassortment/plans', () => HttpResponse.json([]));
  world.respond('POST /reassortment/reassortexcel', () => {
    template = TEMPLATE;
    return HttpResponse.json({ message: 'The plan could not be made.' }, { status: 422 });
  });
  const user = world.show('/reassort?customer=7');
  expect(await screen.findByText('No stock was uploaded for this ideal inventory yet.')).toBeVisible();
  await user.upload(screen.getByLabelText('Upload Current Stock: file'), new File(['x'], 'stock.xlsx'));
  expect(await screen.findByText('3 rows, of which 0 cannot be read.')).toBeVisible();
  expect(screen.getByText('The plan could not be made.')).toBeVisible();
});

it('shows a plan that was asked for on an earlier visit while it is being made, and then that plan', async () => {
  withPlan(world);
  const job: PlanJobReply = {
    id: 'P-1',
    kind: 'PLAN',
    templateId: 'T-1',
    state: 'PLANNING',
    level: 'shortages',
    groupsDone: 1,
    groups: 4,
    requestedBy: 'rep',
    requestedAt: '2026-11-20T16:00:30.000Z',
    finishedAt: null,
    planId: null,
    failure: null,
  };
  const ended: PlanJobReply = { ...job, state: 'DONE', planId: 'P-1' };
  const { suggestedAdditions, suggestedRemovals, shipments, levels, bins, ...summary } = PLAN;
  let now = job;
  world.respond('GET /api/reassortment/plans', () => HttpResponse.json(now === job ? [] : [summary]));
  world.respond('GET /api/reassortment/jobs', () => HttpResponse.json(now === job ? [job] : []));
  world.respond('GET /api/reassortment/jobs/P-1', () => HttpResponse.json(now));
  world.show('/reassort?customer=7');
  expect(await screen.findByRole('progressbar', { name: 'Progress of the plan' })).toBeVisible();
  now = ended;
  expect(await screen.findByRole('button', { name: 'Return L-3' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
});

it('gives plans that one person made in one minute names of their own', async () => {
  withPlan(world);
  const { suggestedAdditions, suggestedRemovals, shipments, levels, bins, ...summary } = PLAN;
  world.respond('GET /api/reassortment/plans', () =>
    HttpResponse.json([
      { ...summary, id: 'P-3', madeAt: '2026-11-20T16:02:00.000Z' },
      { ...summary, id: 'P-2', madeAt: '2026-11-20T16:01:40.000Z' },
      summary,
    ]),
  );
  world.respond('GET /api/reassortment/plans/P-3', () => HttpResponse.json({ ...PLAN, id: 'P-3' }));
  world.show('/reassort?customer=7');
  const choices = within(await screen.findByRole('combobox', { name: 'Plan' })).getAllByRole('option');
  expect(choices.map((choice) => choice.textContent)).toEqual([
    'Nov 20, 2026 11:02 AM, rep',
    'Nov 20, 2026 11:01 AM, rep (2)',
    'Nov 20, 2026 11:01 AM, rep',
  ]);
});

it('lets a rep read words and ideals, and upload stock', async () => {
  withPlan(world);
  world.signIn('demo-rep');
  world.respond('POST /reassortment/getstores', () =>
    HttpResponse.json([{ storeId: '1', storeName: 'Main Street' }]),
  );
  world.respond('POST /reassortment/getcolumnmaps', () => HttpResponse.json([]));
  world.respond('POST /reassortment/getvaluemaps', () => HttpResponse.json([]));
  world.respond('POST /reassortment/comparedialogideal/T-1', () => HttpResponse.json([]));
  const user = world.show('/reassort?customer=7');
  expect(await screen.findByRole('button', { name: 'Upload Current Stock' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Metadata' }));
  expect(await screen.findByText('Main Street')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save stores' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ideal Inventory' }));
  expect(await screen.findByRole('button', { name: 'Load Ideal Inventory' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: /^Clear/ })).not.toBeInTheDocument();
});

it.each([
  ['bins', 'clearbins'],
  ['results', 'clearresults'],
])('clears the %s of an ideal inventory once that is confirmed', async (what, path) => {
  withPlan(world);
  world.answerWith('/reassortment/comparedialogideal/T-1', { status: 200, body: [] });
  world.respond(`POST /reassortment/${path}`, () => HttpResponse.json([TEMPLATE]));
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await user.click(await screen.findByRole('button', { name: `Clear ${what}` }));
  const asked = screen.getByRole('dialog');
  expect(asked).toHaveTextContent('Ideal 2026');
  expect(world.calls).not.toContain(`POST /reassortment/${path}`);
  await user.click(within(asked).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(asked).not.toBeInTheDocument());
  const sent = world.sent.find((each) => each.path === `/reassortment/${path}`);
  expect(sent?.body).toEqual({ templateId: 'T-1', seen: TEMPLATE.version });
});

it('keeps typed quantities of bins until one says that they may go, and its views in the address', async () => {
  withPlan(world);
  world.respond('POST /reassortment/comparedialogideal/T-1', () => HttpResponse.json([BIN]));
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false);
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await user.click(await screen.findByRole('button', { name: 'Edit bins' }));
  await user.click(screen.getByRole('button', { name: 'Reassort' }));
  expect(asked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Ideal Inventory' }));
  await user.click(await screen.findByRole('button', { name: 'Edit bins' }));
  const target = await screen.findByLabelText(/^Target of/);
  await user.clear(target);
  await user.type(target, '5');
  await user.click(screen.getByRole('button', { name: 'Reassort' }));
  expect(asked).toHaveBeenCalledOnce();
  expect(screen.getByLabelText(/^Target of/)).toHaveValue('5');
  const saving = heldAnswer();
  world.respond('POST /api/reassortment/templates/T-1/bins', () => saving.given);
  await user.click(screen.getByRole('button', { name: 'Save bins' }));
  await user.type(screen.getByLabelText(/^Target of/), '0');
  saving.give(HttpResponse.json([{ ...BIN, targetQty: 5 }]));
  expect(await screen.findByText('1 bin has other quantities.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^Target of/)).toHaveValue('50');
  asked.mockReturnValue(true);
  await user.click(screen.getByRole('button', { name: 'Reassort' }));
  expect(await screen.findByRole('heading', { name: 'Current stock' })).toBeInTheDocument();
});

it('a newer ideal of a colleague, or a file, takes no typed quantities away unasked', async () => {
  withPlan(world);
  world.respond('POST /reassortment/comparedialogideal/T-1', () => HttpResponse.json([BIN]));
  const user = world.show('/reassort?customer=7&view=Ideal+Inventory');
  await user.click(await screen.findByRole('button', { name: 'Edit bins' }));
  const target = await screen.findByLabelText(/^Target of/);
  await user.clear(target);
  await user.type(target, '5');
  let reads = 0;
  world.respond('POST /reassortment/getbintemplates', () => {
    reads += 1;
    return HttpResponse.json([{ ...TEMPLATE, id: 'T-2', idealInventoryName: 'Of a colleague' }, TEMPLATE]);
  });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(reads).toBe(1));
  expect(screen.getByLabelText(/^Target of/)).toHaveValue('5');
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(false).mockClear();
  await user.type(screen.getByLabelText('Nickname'), 'Next');
  await user.upload(screen.getByLabelText('Load Ideal Inventory: file'), new File(['x'], 'ideal.xlsx'));
  expect(asked).toHaveBeenCalledOnce();
  expect(world.calls).not.toContain('POST /reassortment/loadideal');
});

it('a stock of the house that cannot be checked again says so above the one of before', async () => {
  world.customers = [madeCustomer(1)];
  world.respond('POST /reassortment/getbintemplates', () =>
    HttpResponse.json([{ ...TEMPLATE, customerId: 1, stock: null }]),
  );
  world.answerWith('/reassortment/comparedialogideal/T-1', { status: 200, body: [] });
  const user = world.show('/reassort?customer=1');
  const check = async () => user.click(await screen.findByRole('button', { name: 'Check Current Stock' }));
  await check();
  await screen.findByRole('region', { name: /Ideal 2026/ });
  world.answerWith('/reassortment/comparedialogideal/T-1', { status: 402, body: { message: 'Not now.' } });
  await check();
  expect(await screen.findByText('The current stock could not be loaded')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: /Ideal 2026/ })).toBeInTheDocument();
});
