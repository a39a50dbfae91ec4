import { requestSimilarRequest } from '#contracts/api/desires.ts';
import { instructionReply, instructionRequest, type InstructionReply } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import {
  callGroup,
  chosenCustomer,
  idempotencyKey,
  sendPosition,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import type { Instructing } from './decide-instruction.ts';
import { placeInstruction } from './place-instruction.ts';
import type { StonesContext } from './stones-context.ts';

type InstructionDeps = {
  context: StonesContext;
  retryOnceFresh<Answer>(work: () => Promise<Answer>): Promise<Answer>;
};

/** The instruction of each call (product: Line calls). */
const INSTRUCTIONS: readonly { path: string; intent: Intent; summary: string }[] = [
  { path: 'request_stones', intent: 'REQUEST', summary: 'Request stones on memo' },
  { path: 'return', intent: 'RETURN', summary: 'Return stones, or withdraw their request' },
  { path: 'sale', intent: 'SOLD', summary: 'Mark stones as sold' },
];

const forSignedIn = (chapter: string) =>
  callGroup({ access: 'signed-in', surface: 'portal', tags: [chapter] });
const response = { 200: instructionReply };

/** What is asked of one line's parcels (product: Line calls). */
export function registerInstructions(app: App, line: Line, deps: InstructionDeps): void {
  for (const { path, intent, summary } of INSTRUCTIONS) {
    const call = forSignedIn(line)({ summary, body: instructionRequest, response });
    app.post(`${LINE_FACTS[line].prefix}/${path}`, call, async (request, reply) => {
      const { parcelNames, remarks } = request.body;
      const instruction = { intent, line, parcelNames, remarks, key: idempotencyKey(request) };
      const place = (): Promise<InstructionReply> =>
        placeInstruction(deps.context, instructing(request.caller), instruction);
      // Which models are open is asked of a read model; all else of the log.
      const answer = await (line === 'jewellery' ? deps.retryOnceFresh(place) : place());
      sendPosition(reply, answer.position);
      return answer;
    });
  }
}

/** Stones with carted desires, and what is done with parcels of whatever lines (product: Calls over all lines). */
export function registerMixedInstructions(app: App, deps: InstructionDeps): void {
  const { context } = deps;
  const similar = forSignedIn('natural')({
    summary: 'Request stones together with requests for similar stones',
    body: requestSimilarRequest,
    response,
  });
  app.post('/inventory/request_stones_similar', similar, async (request, reply) => {
    const { parcelNames, remarks, desires } = request.body;
    const desireIds = desires.map(({ desireId }) => desireId);
    const key = idempotencyKey(request);
    const answer = await placeInstruction(context, instructing(request.caller), {
      intent: 'REQUEST',
      line: 'natural',
      parcelNames,
      remarks,
      desireIds,
      key,
    });
    sendPosition(reply, answer.position);
    return answer;
  });

  for (const { path, intent, summary } of INSTRUCTIONS) {
    if (intent === 'REQUEST') continue;
    const call = forSignedIn('parcels')({
      summary: `${summary}, of any lines`,
      body: instructionRequest,
      response,
    });
    app.post(`/parcels/${path}`, call, async (request, reply) => {
      const { parcelNames, remarks } = request.body;
      const instruction = { intent, line: null, parcelNames, remarks, key: idempotencyKey(request) };
      const answer = await placeInstruction(context, instructing(request.caller), instruction);
      sendPosition(reply, answer.position);
      return answer;
    });
  }
}

/** The caller as one who instructs. */
export function instructing(caller: Caller): Instructing {
  return {
    actor: caller.actor,
    staff: caller.staff,
    customerId: chosenCustomer(caller),
    seesValues: caller.showPrices === 'WHOLESALE',
  };
}
