import {
  requestAcrossReply,
  requestAcrossRequest,
  type RequestAcrossReply,
} from '#contracts/api/jewellery.ts';
import { callGroup, idempotencyKey, sendPosition, type App } from '#services/platform/http/index.ts';
import { instructing, placeInstruction } from '#services/stones/index.ts';
import type { JewelleryRoutesDeps } from '../jewellery-context.ts';
import { requestModels } from './request-models.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['parcels'] });

/**
 * Parcels of any line, carted desires and models: one request, carried out or refused as a whole, with one answer
 * (product: Calls over all lines; rule: Instructions).
 */
export function registerRequestAcross(
  app: App,
  { context, retryOnceFresh }: Pick<JewelleryRoutesDeps, 'context' | 'retryOnceFresh'>,
): void {
  const schema = {
    summary:
      'Request parcels of any lines, with models (may be left out) and requests for similar stones (required, may be empty)',
    body: requestAcrossRequest,
    response: { 200: requestAcrossReply },
  };
  app.post('/parcels/request_stones', forSignedIn(schema), async (request, reply) => {
    const { parcelNames, remarks, desires, models = [] } = request.body;
    const who = instructing(request.caller);
    const desireIds = desires.map(({ desireId }) => desireId);
    const key = idempotencyKey(request);
    const answer = await retryOnceFresh((): Promise<RequestAcrossReply> =>
      models.length === 0
        ? placeInstruction(context, who, {
            intent: 'REQUEST',
            line: null,
            parcelNames,
            remarks,
            desireIds,
            key,
          })
        : requestModels(context, who, { models, named: { parcelNames, desireIds }, remarks, key }),
    );
    sendPosition(reply, answer.position);
    return answer;
  });
}
