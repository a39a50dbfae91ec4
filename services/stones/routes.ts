import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { WireBillingEffect } from '#contracts/api/bills.ts';
import {
  cartReply,
  changeDateRequest,
  correctionPreview,
  parcelNameRequest,
  parcelNamesRequest,
  repriceRequest,
  undoRequest,
} from '#contracts/api/stones.ts';
import type { StoneEvent } from '#contracts/events/index.ts';
import type { ParcelView } from '#contracts/lifecycle/index.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { CURRENT_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { centsOf, dollars } from '#contracts/vocabulary/money.ts';
import type { CommitJournal } from '#services/freshness/index.ts';
import { cartStones, uncartStones, type Carting } from '#services/carts/index.ts';
import {
  asFastify,
  callGroup,
  idempotencyKey,
  isNarrowed,
  minPosition,
  sendPosition,
  sendReached,
  type AnyReply,
  type App,
  chosenCustomer,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readGivenTime, readNewDate } from './change-event-date.ts';
import { correctHistory, previewCorrection, type Correction } from './correct-history.ts';
import { repliesOf } from './line-replies.ts';
import { registerInstructions } from './instruction-routes.ts';
import { registerLists, type ListRoutesDeps } from './list-routes.ts';
import { stoneDetails, type DetailsReaders } from './stone-details.ts';
import { rememberedViews } from './remembered-views.ts';
import { lineView } from './stone-lists.ts';
import type { StonesContext } from './stones-context.ts';

export type StoneRoutesDeps = ListRoutesDeps & {
  context: StonesContext;
  readers: DetailsReaders;
  journal: CommitJournal;
  /**
   * Carries out a command that looks into read models. They may be behind the log: a refusal is judged again
   * when they have what the log has (it waits as a read does; rule: Read your own writes). Refusals write
   * nothing, so nothing is done twice.
   */
  retryOnceFresh<Answer>(work: () => Promise<Answer>): Promise<Answer>;
  /** Which bills and vendor statements would change if this were recorded of the parcel (rule: Preview). */
  billingEffect(parcelName: string, events: readonly StoneEvent[]): Promise<WireBillingEffect>;
};

/** The calls of one product line, under its prefix (product: Line calls). */
export function registerStoneRoutes(app: App, line: Line, deps: StoneRoutesDeps): void {
  const { prefix } = LINE_FACTS[line];
  const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: [line] });
  const views = rememberedViews(line, deps.readers, deps.journal);
  registerLists(app, line, deps, views);

  registerInstructions(app, line, deps);
  for (const [path, command] of [
    ['cart_stones', 'in'],
    ['uncart_stones', 'out'],
  ] as const) {
    const summary = command === 'in' ? 'Put stones in the cart' : 'Take stones out of the cart';
    app.post(
      `${prefix}/${path}`,
      forSignedIn({ summary, body: parcelNamesRequest, response: { 200: cartReply } }),
      async (request, reply) => {
        const { caller, body } = request;
        const { actor, staff } = caller;
        const customerId = chosenCustomer(caller);
        const key = idempotencyKey(request);
        const carted = await deps.retryOnceFresh(async () => {
          const { access } = await deps.readers.customer(customerId);
          const who: Carting = { actor, staff, customerId, access, key };
          return command === 'in'
            ? cartStones(deps.context, who, line, body.parcelNames)
            : uncartStones(deps.context, who, body.parcelNames);
        });
        const position = await sendReached(reply, deps.context.events, carted.position);
        return { parcelNames: [...carted.parcelNames], position: String(position) };
      },
    );
  }

  const details = forSignedIn({
    summary:
      line === 'jewellery' ? 'One piece with its history and component stones' : 'One stone with its history',
    body: parcelNameRequest,
    response: { 200: repliesOf(line).details },
  });
  app.post(`${prefix}/details`, details, async (request, reply) => {
    const fresh = await deps.freshness(minPosition(request), { parcels: [request.body.parcelName] });
    const view = await views(request.caller, fresh.state);
    sendPosition(reply, fresh.position, fresh.stale);
    return stoneDetails(deps.readers, view, request.body.parcelName);
  });

  registerCorrections(app, line, deps);
}

function registerCorrections(app: App, line: Line, deps: StoneRoutesDeps): void {
  const { prefix } = LINE_FACTS[line];
  const { context } = deps;
  const forAdministrators = callGroup({ access: 'administrator', surface: 'portal', tags: [line] });
  const correctionReply = { 200: z.union([repliesOf(line).details, correctionPreview]) };

  const answer = async (
    request: FastifyRequest,
    reply: AnyReply,
    correction: Correction,
    { preview, seen }: { preview?: boolean | undefined; seen?: string | undefined },
  ) => {
    const { caller } = request;
    const { parcelName } = correction;
    await deps.retryOnceFresh(() => ofLine(parcelName));
    if (preview) return previewReply(correction, !isNarrowed(caller));
    const named = { key: idempotencyKey(request), seen };
    const { position } = await correctHistory(context, caller.actor, correction, named);
    const isBehind = async (at: bigint) => (await deps.freshness(at, { parcels: [parcelName] })).stale;
    await sendReached(asFastify(reply), context.events, position, isBehind);
    return stoneDetails(deps.readers, await lineView(deps.readers, caller, line), parcelName);
  };
  const ofLine = async (parcelName: string): Promise<void> => {
    const found = await deps.readers.lineOf(parcelName);
    if (found !== line)
      throw new Refusal(402, `${LINE_FACTS[line].noun} not found.`, {
        field: 'parcelName',
        code: 'UNKNOWN_PARCEL',
      });
  };
  const previewReply = async (correction: Correction, values: boolean) => {
    const { before, after, events, seen } = await previewCorrection(context, correction);
    const effect = await deps.billingEffect(correction.parcelName, events);
    const billed = new Set(effect.bills.map(({ customerId }) => customerId));
    const change = (customerId: number): number =>
      heldValue(after, customerId) - heldValue(before, customerId);
    // Of those who had the parcel, also long ago, the ones for whom something changes: a request too, which has no value.
    const holders = new Set([...before.spells, ...after.spells].map((spell) => spell.customerId));
    const spellsOf = ({ spells }: typeof before, holder: number) =>
      spells.filter(({ customerId }) => customerId === holder);
    const concerned = [...holders].filter(
      (one) => billed.has(one) || !isDeepStrictEqual(spellsOf(before, one), spellsOf(after, one)),
    );
    const names = await deps.readers.customerNames(concerned);
    const customers = await Promise.all(
      concerned.map(async (customerId) => {
        const customer = { customerId, name: names.get(customerId) ?? '' };
        if (!values) return customer;
        const now = await deps.readers.holding(customerId);
        return {
          ...customer,
          holdingNow: dollars(now),
          holdingAfter: dollars(now + change(customerId)),
        };
      }),
    );
    return {
      parcelName: correction.parcelName,
      seen,
      statusNow: before.status,
      statusAfter: after.status,
      repricings: repricingsLost(before, after),
      customers,
      ...(values && effect),
    };
  };

  app.post(
    `${prefix}/undo`,
    forAdministrators({
      summary: 'Undo the latest entry of a history',
      body: undoRequest,
      response: correctionReply,
    }),
    async (request, reply) => {
      const { parcelName, action, eventId, remarks } = request.body;
      return answer(request, reply, { parcelName, intent: action, eventId, reason: remarks }, request.body);
    },
  );

  app.post(
    `${prefix}/change_date`,
    forAdministrators({
      summary: 'Change the date of the latest entry of a history',
      body: changeDateRequest,
      response: correctionReply,
    }),
    async (request, reply) => {
      const { parcelName, action, eventId, remarks, newDate } = request.body;
      const correction = {
        parcelName,
        intent: action,
        eventId,
        reason: remarks,
        newDate: readNewDate(newDate, context.zone),
      };
      return answer(request, reply, correction, request.body);
    },
  );

  app.post(
    `${prefix}/reprice`,
    forAdministrators({
      summary: 'Give the spell of a customer other prices',
      body: repriceRequest,
      response: correctionReply,
    }),
    async (request, reply) => {
      const { parcelName, customerId, customerPrice, listPrice, cost, effectiveAt, remarks, preview } =
        request.body;
      const correction = {
        parcelName,
        customerId,
        customerPriceCents: centsOf(customerPrice)!,
        listPriceCents: centsOf(listPrice)!,
        costCents: centsOf(cost)!,
        reason: preview ? 'preview' : (remarks ?? ''),
        effectiveAt: effectiveAt && readGivenTime(effectiveAt, context.zone, 'effectiveAt'),
      };
      return answer(request, reply, correction, request.body);
    },
  );
}

/** The repricings that count before a correction and not after it. */
function repricingsLost(before: ParcelView, after: ParcelView) {
  return before.entries.flatMap((entry) =>
    entry.type === 'REPRICING' && !after.entries.some(({ eventId }) => eventId === entry.eventId)
      ? [{ date: entry.effectiveAt, reason: entry.reason }]
      : [],
  );
}

/** What the parcel adds to a customer's holding value now, in cents. */
function heldValue(view: ParcelView, customerId: number): number {
  const spell = view.spells.findLast((row) => row.customerId === customerId && row.end === null);
  const held = spell && CURRENT_STATUSES.includes(spell.status) && spell.status !== 'REQUESTED';
  return held ? spell.frozen.customerPriceCents : 0;
}
