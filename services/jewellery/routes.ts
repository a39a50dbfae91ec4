import {
  jewelleryModelListSchema,
  jewelleryModelSchema,
  requestModelsReply,
  requestModelsRequest,
  updateModelRequest,
} from '#contracts/api/jewellery.ts';
import { modelKey } from '#contracts/events/index.ts';
import {
  callGroup,
  idempotencyKey,
  minPosition,
  sendList,
  sendPosition,
  sendReached,
  callCommand,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { instructing } from '#services/stones/index.ts';
import { registerImportRoutes } from './import/import-routes.ts';
import { isBehind, type JewelleryRoutesDeps } from './jewellery-context.ts';
import { listModels, modelNamed, stockedModels, type ModelsView } from './models/list-models.ts';
import { recordModelEdit } from './models/model-commands.ts';
import { registerBackOrderRoutes } from './orders/back-order-routes.ts';
import { registerRequestAcross } from './orders/request-across.ts';
import { requestModels } from './orders/request-models.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['jewellery'] });
const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: ['jewellery'] });

/** The calls on jewellery models (product: Jewellery calls), their import, and the back orders for staff. */
export function registerJewelleryRoutes(app: App, deps: JewelleryRoutesDeps): void {
  registerModelLists(app, deps);
  registerImportRoutes(app, deps.context);
  registerBackOrderRoutes(app, deps);
  registerRequestAcross(app, deps);
  const { context } = deps;

  const requesting = {
    summary: 'Request pieces of models; what is not there becomes a back order',
    body: requestModelsRequest,
    response: { 200: requestModelsReply },
  };
  app.post('/jewellery/request_models', forSignedIn(requesting), async (request, reply) => {
    const { caller, body } = request;
    const who = instructing(caller);
    const wanted = { models: body.parcelNames, remarks: body.remarks, key: idempotencyKey(request) };
    const answer = await deps.retryOnceFresh(() => requestModels(context, who, wanted));
    sendPosition(reply, answer.position);
    return answer;
  });

  const updating = {
    summary: 'Edit a model',
    body: updateModelRequest,
    response: { 200: jewelleryModelSchema },
  };
  app.post('/jewellery/update_model', forAdministrators(updating), async (request, reply) => {
    const { caller, body } = request;
    const { name } = body.model;
    const view = await viewOf(deps, caller);
    const command = callCommand(request, ['update-model'], body.model);
    const written = await deps.retryOnceFresh(async () => {
      const shown = (await modelNamed(context.db, view, name)) ?? { availableQuantity: 0 };
      const [stocked] = await stockedModels(context.db, null, [modelKey(name)]);
      return recordModelEdit(context, command, body.model, shown, stocked ?? null);
    });
    await sendReached(reply, context.events, written, isBehind(deps));
    const model = await modelNamed(context.db, view, name);
    if (!model)
      throw new Refusal(503, 'The change is recorded and will be shown in a moment.', {
        code: 'READ_MODEL_BEHIND',
      });
    return model;
  });
}

const LISTS = [
  {
    path: 'available_models',
    which: 'available',
    calls: forSignedIn,
    summary: 'Models that can be requested; those with nothing at hand come last',
  },
  { path: 'all_models', which: 'all', calls: forAdministrators, summary: 'Every model, hidden ones too' },
] as const;

function registerModelLists(app: App, deps: JewelleryRoutesDeps): void {
  for (const { path, which, calls, summary } of LISTS) {
    app.route({
      method: ['POST', 'GET'],
      url: `/jewellery/${path}`,
      ...calls({ summary, response: { 200: jewelleryModelListSchema } }),
      handler: async (request, reply) => {
        const { customerId } = request.caller;
        const fresh = await deps.freshness(minPosition(request), { line: 'jewellery', customerId });
        const models = await listModels(deps.context.db, await viewOf(deps, request.caller), which);
        // A catalogue is small, so its text serves as its version.
        const json = JSON.stringify(models);
        return sendList(reply, {
          version: json,
          position: fresh.position,
          stale: fresh.stale,
          body: () => ({ plain: Buffer.from(json) }),
        });
      },
    });
  }
}

async function viewOf(
  { readers }: JewelleryRoutesDeps,
  { customerId, showPrices, administrator }: Caller,
): Promise<ModelsView> {
  const customer = customerId === null ? null : await readers.customer(customerId);
  const price = { mode: showPrices, giaRoundDiscountPpm: 0, retailMarkups: [], ...customer?.price };
  return { customerId, access: customer?.access ?? null, price, edits: administrator };
}
