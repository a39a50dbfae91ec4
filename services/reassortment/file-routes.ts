import type { FastifyRequest } from 'fastify';
import { planJob, planReply } from '#contracts/api/reassortment-jobs.ts';
import {
  learnRequest,
  learntWords,
  loadIdealReply,
  loadIdealRequest,
  mendRequest,
  stockReply,
  stockRequest,
  type StockReply,
} from '#contracts/api/reassortment-stock.ts';
import { templateRequest } from '#contracts/api/reassortment.ts';
import { stockBodySchema, type StockBody } from '#contracts/reassortment/customer-stone.ts';
import type { IdealTemplate, Reassortment, UploadedStock } from '#contracts/reassortment/reassortment.ts';
import { callGroup, chosenCustomer, sendReached, type App } from '#services/platform/http/index.ts';
import { deriveId } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readBody } from './bodies.ts';
import { reassortmentCommandOf } from './command-of.ts';
import { requireStock, requireTemplate } from './commands/require-template.ts';
import {
  loadReassortment,
  recordIdeal,
  recordMendedStock,
  recordStock,
  type ReassortmentContext,
} from './handlers.ts';
import { requestPlan } from './jobs/request-plan.ts';
import { answerPlan, askingOf } from './plan-routes.ts';
import { attributesOfTemplate } from './plan/bin-names.ts';
import { readSentIdeal, readUpload, refusedFile, UPLOAD_BODY_LIMIT } from './read-upload.ts';
import { templateWire } from './reassortment-wire.ts';
import { learnWords } from './stock/learn-words.ts';
import { mendRows, readStock } from './stock/read-stock.ts';
import type { StockWords } from './stock/stock-words.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['reassortment'] });
const forStaff = callGroup({ access: 'staff', surface: 'portal', tags: ['reassortment'] });
const ofPlans = callGroup({
  access: 'staff',
  surface: 'portal',
  wholesale: 'Plans are',
  tags: ['reassortment'],
});

/** Its rows have the jeweller's prices (rule: Price modes). */
const ofStock = callGroup({
  access: 'staff',
  surface: 'portal',
  wholesale: 'Rows of stock are',
  tags: ['reassortment'],
});

/** The chosen customer's files: ideal inventories and current stock (product: Reassortment calls; rule: Who may reassort). */
export function registerFileRoutes(app: App, context: ReassortmentContext): void {
  app.post(
    '/reassortment/loadideal',
    {
      ...forAdministrators({
        summary: 'Load an ideal inventory from a crosstab or a flat file; every faulty cell is listed',
        body: loadIdealRequest,
        response: { 200: loadIdealReply },
      }),
      bodyLimit: UPLOAD_BODY_LIMIT,
    },
    async (request, reply) => {
      const customerId = chosenCustomer(request.caller);
      const { customerId: named, templateName, excelBody } = request.body;
      if (named !== customerId)
        throw new Refusal(422, `You act for customer ${customerId}: choose customer ${named} first.`, {
          code: 'ANOTHER_CUSTOMER',
          field: 'customerId',
        });
      const state = await loadReassortment(context, customerId);
      const idealInventoryName = templateName ?? onlyActiveName(state);
      const { file, sheets } = await readUpload(excelBody);
      const read = await readSentIdeal(sheets, state.stores);
      if ('faults' in read)
        throw refusedFile(
          'The ideal inventory was not loaded',
          'FAULTY_IDEAL',
          read.faults.map(({ sheet, cell, message }) => ({
            place: sheet === '' ? cell : `${sheet}!${cell}`,
            message,
          })),
        );
      const { ignored, ...ideal } = read.ideal;
      const command = reassortmentCommandOf(request);
      const loaded = { idealInventoryName, ...ideal, file };
      const { templateId, position } = await recordIdeal(context, command, customerId, loaded);
      await sendReached(reply, context.events, position);
      const template = requireTemplate(await loadReassortment(context, customerId), templateId);
      return { template: templateWire(customerId, template), ignored };
    },
  );

  app.post(
    '/reassortment/reassortexcel',
    {
      ...ofPlans({
        summary: "Upload the customer's current stock and have a plan made of it",
        description:
          'Answers the plan when it is ready within two seconds, else 202 with the job that makes it. Rows that cannot be read are listed by /reassortment/getstock.',
        body: stockRequest,
        response: { 200: planReply, 202: planJob },
      }),
      bodyLimit: UPLOAD_BODY_LIMIT,
    },
    async (request, reply) => {
      const asked = askingOf(request);
      const { templateId, excelBody } = request.body;
      const { customerId, template, words } = await planned(context, request);
      const { file, sheets } = await readUpload(excelBody);
      const stock = readStock(sheets, words);
      refuseNothing(stock);
      const command = reassortmentCommandOf(request);
      const { position } = await recordStock(context, command, customerId, {
        templateId: template.templateId,
        stock,
        file,
      });
      await sendReached(reply, context.events, position);
      // Repeated under its key, it answers the job that it began.
      const asking = { ...asked, id: deriveId('plan', command.commandId) };
      return answerPlan(context, await requestPlan(context, asking, templateId), request, reply);
    },
  );

  app.post(
    '/reassortment/getstock',
    ofStock({
      summary: 'The current stock that was uploaded last, with the rows that could not be read',
      body: templateRequest,
      response: { 200: stockReply },
    }),
    async (request) => {
      const { template } = await planned(context, request);
      const stock = requireStock(template);
      return stockWire(template, stock, await stockOf(context, stock));
    },
  );

  app.post(
    '/reassortment/mendstock',
    ofStock({
      summary:
        'Correct rows of the current stock that could not be read; `fileHash` refuses rows of another file than the current',
      body: mendRequest,
      response: { 200: stockReply },
    }),
    async (request, reply) => {
      const { customerId, template, words } = await planned(context, request);
      const former = requireStock(template);
      const { rows, fileHash } = request.body;
      const mended = mendRows(await stockOf(context, former), rows, words);
      const { templateId } = template;
      const { position } = await recordMendedStock(context, reassortmentCommandOf(request), customerId, {
        templateId,
        ...mended,
        formerHash: former.stockHash,
        seenFileHash: fileHash,
      });
      await sendReached(reply, context.events, position);
      const now = requireTemplate(await loadReassortment(context, customerId), templateId);
      const stock = requireStock(now);
      return stockWire(now, stock, await stockOf(context, stock));
    },
  );

  app.post(
    '/reassortment/learnmaps',
    {
      ...forStaff({
        summary: 'The headings and values of a stock file and what they mean here, those not mapped first',
        body: learnRequest,
        response: { 200: learntWords },
      }),
      bodyLimit: UPLOAD_BODY_LIMIT,
    },
    async ({ caller, body }) => {
      const { columnMaps, valueMaps, stores } = await loadReassortment(context, chosenCustomer(caller));
      const { sheets } = await readUpload(body.excelBody);
      return learnWords(sheets, { columnMaps, valueMaps, stores, attributes: [] });
    },
  );
}

/** The chosen customer's template that the body names, and the words by which its stock is read. */
async function planned(
  context: ReassortmentContext,
  { caller, body }: { caller: FastifyRequest['caller']; body: { templateId: string } },
): Promise<{ customerId: number; template: IdealTemplate; words: StockWords }> {
  const customerId = chosenCustomer(caller);
  const state = await loadReassortment(context, customerId);
  const template = requireTemplate(state, body.templateId);
  const { columnMaps, valueMaps, stores } = state;
  const attributes = attributesOfTemplate(template.templateString);
  return { customerId, template, words: { columnMaps, valueMaps, stores, attributes } };
}

/** The nickname that is meant when none is given. Refuses (422) when none or several are active. */
function onlyActiveName({ templates }: Reassortment): string {
  const [only, ...others] = templates.filter(({ active }) => active);
  if (only && others.length === 0) return only.idealInventoryName;
  throw new Refusal(422, 'Give the ideal inventory a name.', { code: 'NO_NAME', field: 'templateName' });
}

/** A plan with nothing to fill would send everything back and ask for everything. */
function refuseNothing({ stones, unreadable }: StockBody): void {
  if (stones.length > 0) return;
  throw refusedFile(
    'The stock was not loaded, as no row of it can be read',
    'UNREADABLE_STOCK',
    unreadable.flatMap(({ row, problems }) =>
      problems.map(({ property, message }) => ({ place: `Row ${row}, ${property}:`, message })),
    ),
  );
}

const stockOf = ({ files }: ReassortmentContext, { stockHash }: UploadedStock): Promise<StockBody> =>
  readBody(files, stockHash, stockBodySchema);

const stockWire = (
  { templateId }: IdealTemplate,
  { at, rowCount }: UploadedStock,
  { unreadable }: StockBody,
): StockReply => ({ templateId, uploadedAt: at, rows: rowCount, unreadable });
