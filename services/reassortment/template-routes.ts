import { Readable } from 'node:stream';
import { z } from 'zod';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  binReply,
  binsEdit,
  binTemplate,
  locksRequest,
  clearTemplateRequest,
  templateRequest,
  type BinReply,
  type BinTemplate,
} from '#contracts/api/reassortment.ts';
import { workbookReply } from '#contracts/api/downloads.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import { centsOf, type Cents } from '#contracts/vocabulary/money.ts';
import { houseToday } from '#services/platform/clock.ts';
import {
  waitForMinPosition,
  callGroup,
  chosenCustomer,
  sendReached,
  sendWorkbook,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { filledBins } from './bin-contents.ts';
import { reassortmentCommandOf } from './command-of.ts';
import { requireTemplate } from './commands/require-template.ts';
import {
  changeIdeal,
  loadReassortment,
  reassortmentCommands,
  setLocks,
  type ReassortmentContext,
} from './handlers.ts';
import { idealWorkbook } from './ideal-workbook.ts';
import { binWire, templateWire } from './reassortment-wire.ts';
import { storeNames } from './store-names.ts';

const portalStaff = callGroup({ access: 'staff', surface: 'portal', tags: ['reassortment'] });
const restStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['reassortment'] });

const portalAdministrators = callGroup({
  access: 'administrator',
  surface: 'portal',
  tags: ['reassortment'],
});

/** Bins have values (rule: Price modes). */
const bins = { wholesale: 'Bins are', tags: ['reassortment'] };
const portalBins = callGroup({ ...bins, access: 'staff', surface: 'portal' });
const restBins = callGroup({ ...bins, access: 'staff', surface: 'rest' });
const changedBins = callGroup({ ...bins, access: 'administrator', surface: 'rest' });

/** The chosen customer's ideal inventories (product: Reassortment calls; rule: Clearing and history of ideals). */
export function registerTemplateRoutes(
  app: App,
  context: ReassortmentContext,
  reached: (position: bigint) => Promise<boolean>,
): void {
  const templatesOf = (customerId: number, { templates }: Reassortment): BinTemplate[] =>
    templates.filter(({ cleared }) => !cleared).map((template) => templateWire(customerId, template));

  /** The bins of a template with the content of each, at least as new as the caller's min-position. */
  const binsOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    templateId: string,
  ): Promise<BinReply[]> => {
    await waitForMinPosition(request, reply, reached);
    const customerId = chosenCustomer(request.caller);
    const state = await loadReassortment(context, customerId);
    const template = requireTemplate(state, templateId);
    const nameOf = storeNames(state);
    const filled = await filledBins(context, customerId, template);
    return filled.map((bin) => binWire(bin, template, nameOf));
  };

  app.post(
    '/reassortment/getbintemplates',
    portalStaff({
      summary: "The customer's ideal inventories, active ones and former ones, in the order they were loaded",
      response: { 200: z.array(binTemplate) },
    }),
    async ({ caller }) => {
      const customerId = chosenCustomer(caller);
      return templatesOf(customerId, await loadReassortment(context, customerId));
    },
  );

  app.post(
    '/reassortment/getbins',
    portalBins({
      summary: 'The bins of an ideal inventory, with what lies in each',
      body: templateRequest,
      response: { 200: z.array(binReply) },
    }),
    (request, reply) => binsOf(request, reply, request.body.templateId),
  );

  app.post(
    '/reassortment/comparedialogideal/:templateId',
    portalBins({
      summary: "An ideal inventory against the current stock: the house's is its live inventory",
      params: templateRequest,
      response: { 200: z.array(binReply) },
    }),
    (request, reply) => binsOf(request, reply, request.params.templateId),
  );

  app.get(
    '/api/reassortment/templates/:templateId/workbook',
    restBins({
      summary: 'An ideal inventory as a workbook, with its history from 2019 to the current year',
      params: templateRequest,
      response: { 200: workbookReply },
    }),
    async (request, reply) => {
      const { templateId } = request.params;
      const bins = await binsOf(request, reply, templateId);
      const today = houseToday(context);
      const bytes = await idealWorkbook('Ideal Inventory', bins, today);
      await sendWorkbook(reply, 'Ideal Inventory.xlsx', Readable.from([bytes]));
    },
  );

  app.post(
    '/api/reassortment/templates/:templateId/bins',
    changedBins({
      summary:
        'Give bins of an ideal inventory other quantities; `seen` refuses what somebody else has changed meanwhile',
      params: templateRequest,
      body: binsEdit,
      response: { 200: z.array(binReply) },
    }),
    async (request, reply) => {
      const { params, body, caller } = request;
      const changes = body.bins.map(({ seen, ...change }, index) => ({
        ...inCents(change, `bins.${index}`),
        ...(seen && { seen: inCents(seen, `bins.${index}.seen`) }),
      }));
      const { position } = await changeIdeal(
        context,
        reassortmentCommandOf(request),
        chosenCustomer(caller),
        {
          ...params,
          changes,
        },
      );
      await sendReached(reply, context.events, position);
      return binsOf(request, reply, params.templateId);
    },
  );

  app.post(
    '/api/reassortment/templates/:templateId/locks',
    restStaff({
      summary: 'Lock stones of the current stock in their stores, or free them',
      params: templateRequest,
      body: locksRequest,
      response: { 200: binTemplate },
    }),
    async (request, reply) => {
      const { params, body, caller } = request;
      const customerId = chosenCustomer(caller);
      const { position } = await setLocks(context, reassortmentCommandOf(request), customerId, {
        ...params,
        ...body,
      });
      await sendReached(reply, context.events, position);
      const template = requireTemplate(await loadReassortment(context, customerId), params.templateId);
      return templateWire(customerId, template);
    },
  );

  for (const [path, clear, summary] of [
    [
      'clearbins',
      'clearBins',
      'Retire an ideal inventory with its bins and results; its plans stay readable',
    ],
    ['clearresults', 'clearResults', 'Retire the results of an ideal inventory; its plans stay readable'],
  ] as const)
    app.post(
      `/reassortment/${path}`,
      portalAdministrators({ summary, body: clearTemplateRequest, response: { 200: z.array(binTemplate) } }),
      async (request, reply) => {
        const customerId = chosenCustomer(request.caller);
        const command = reassortmentCommandOf(request);
        const { position } = await reassortmentCommands[clear](context, command, customerId, request.body);
        await sendReached(reply, context.events, position);
        return templatesOf(customerId, await loadReassortment(context, customerId));
      },
    );
}

/** With the dollars as they are recorded; left out when unchanged. Refuses (422) more than two decimals. */
function inCents<Quantities extends { targetValue?: number | null | undefined }>(
  { targetValue, ...more }: Quantities,
  path: string,
): Omit<Quantities, 'targetValue'> & { targetCents: Cents | null | undefined } {
  if (targetValue === null || targetValue === undefined) return { ...more, targetCents: targetValue };
  const targetCents = centsOf(targetValue);
  if (targetCents === null)
    throw new Refusal(422, 'Use at most two decimals.', { code: 'INVALID', field: `${path}.targetValue` });
  return { ...more, targetCents };
}
