import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { BackOrdered, RequestAcrossReply } from '#contracts/api/jewellery.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';
import type { Intent, Status } from '#contracts/vocabulary/statuses.ts';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../lib/api-client.ts';
import { isOutage, statusOf } from '../../lib/failures.ts';
import { replyWith } from '../../lib/plain-replies.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastDeclines } from '../../lib/toast-declines.ts';
import { unlessFailed } from '../../lib/unless-failed.ts';
import { desireKey } from '../desire-row.ts';
import { rowOf, showInstructed } from '../list-cache.ts';
import type { ListRow } from '../list-row.ts';
import { noMemoWords, orderWords, rowAfter, showMemo, type MemoToKeep } from '../memo-to-keep.ts';
import { namesByLine, ofLine, type ParcelOfLine } from '../parcel-of-line.ts';
import { SIMILAR_STONES_COUNTED } from '../stone-facts.ts';
import { showRequested } from '../place-desires.ts';
import { cancelBackOrder } from './cancel-back-order.ts';
import { refreshRows } from './refresh-rows.ts';
import { useUpdateDesires } from './update-desires.ts';

/** `withdrawn`: the return of what was just requested. */
type Sent = InstructionAcross & { commandId: string; withdrawn?: true };

/** What was requested: pieces that are, and what waits for a stone or a piece. */
type Given = {
  parcels: readonly ParcelOfLine[];
  desireIds: readonly string[];
  backOrders: readonly BackOrdered[];
};

/** What a message says was done. */
export const DONE: Readonly<Record<Intent, string>> = {
  REQUEST: 'Requested',
  RETURN: 'Returned',
  SOLD: 'Marked sold',
};

const PATHS: Readonly<Record<Intent, string>> = { REQUEST: 'request_stones', RETURN: 'return', SOLD: 'sale' };

export type InstructionAcross = {
  action: Intent;
  parcels: readonly ParcelOfLine[];
  remarks: string;
  /** REQUEST only: carted desires that go with the parcels. */
  desireIds?: readonly string[];
  /** REQUEST only: names of models, each repeated per quantity. What is not there of them becomes a back order. */
  models?: readonly string[];
};

/**
 * What an instruction came to: parcels and requests for similar stones of which it was done, and what waits for a
 * piece.
 */
export type Outcome = {
  done: readonly string[];
  desires: readonly string[];
  backOrdered: readonly BackOrdered[];
};

/** False when all of it was declined: then what was written and chosen for it stays, to be tried again. */
export const wasDone = ({ done, desires, backOrdered }: Outcome): boolean =>
  done.length + desires.length + backOrdered.length > 0;

/**
 * Requests, returns or sells parcels of whatever lines, in one instruction with one answer: the calls of their line
 * where they are of one, else those over all lines. Models are requested with them, all of it or nothing. What was done
 * moves between the lists with the answer; what was declined is reported parcel by parcel (rule: Instructions).
 */
export function useGiveAcross() {
  const client = useQueryClient();
  const giveUp = useGiveUp();
  const mutation = useMutation({
    meta: { operation: 'Your instruction' },
    mutationFn: ({ commandId, ...instruction }: Sent) =>
      call<RequestAcrossReply>({
        ...requestOf(instruction),
        commandId,
        read: (body) => replyWith(body, 'done', 'declined'),
      }),
    onSuccess: ({ data }, { action, parcels, remarks, withdrawn }) => {
      const { desires, backOrdered = [] } = data;
      const requested = doneOf(data, parcels);
      const at = new Date().toISOString();
      // A list may have them no more once they have moved.
      const listed = new Map(
        requested.flatMap(({ line, parcelName }) => {
          const row = rowOf(client, line, parcelName);
          return row ? [[parcelName, row] as const] : [];
        }),
      );
      const asked = desires?.requested ?? [];
      const wanted = asked.flatMap((desireId) => rowOf(client, 'natural', desireKey(desireId)) ?? []);
      const memo = {
        action,
        at,
        requested,
        listed,
        lines: linesOf(requested, asked, backOrdered),
        desires: wanted,
        backOrders: backOrdered,
        remarks: remarks.trim(),
      };
      for (const { line, parcelNames } of namesByLine(requested))
        showInstructed(client, line, action, parcelNames);
      if (desires) showRequested(client, desires.requested);
      const declined = [
        ...data.declined,
        ...(desires?.declined ?? []).map(({ reason }) => ({ parcelName: 'Similar Stones', reason })),
      ];
      if (declined.length > 0) toastDeclines(action, declined);
      if (backOrdered.length > 0)
        toastFailure(`On back order: ${backOrdered.map(orderWords).join(', ')}.`, 'happier');
      const given: Given = { parcels: requested, desireIds: asked, backOrders: backOrdered };
      const what = wordsOf(given);
      if (what !== '')
        toastSuccess(
          `${withdrawn ? 'Withdrawn' : DONE[action]}: ${what}`,
          action === 'REQUEST' ? () => void withdraw(given) : undefined,
          withdrawn || requested.length + wanted.length + backOrdered.length === 0
            ? undefined
            : () => void makeMemo(client, memo),
        );
    },
    onSettled: (answer, _error, { parcels, models }) => {
      const concerned = answer ? [...parcels, ...piecesOf(answer.data, parcels)] : parcels;
      for (const { line, parcelNames } of namesByLine(concerned)) void refreshRows(client, line, parcelNames);
      if (models) void client.invalidateQueries({ queryKey: queryKeys.models });
      void client.invalidateQueries({ queryKey: queryKeys.customer });
    },
  });
  /** One portion after the other: false, and nothing further is returned, once one was refused. */
  const returnAll = async (requested: readonly ParcelOfLine[]): Promise<boolean> => {
    for (const parcels of inPortions(requested, MOST_PARCELS)) {
      const sent: Sent = {
        action: 'RETURN',
        parcels,
        remarks: '',
        withdrawn: true,
        commandId: newCommandId(),
      };
      if (!(await unlessFailed(mutation.mutateAsync(sent)))) return false;
    }
    return true;
  };
  /** Takes a request back while it is nothing more: what is on memo meanwhile stays, and what waits is given up. */
  const withdraw = async (given: Given): Promise<void> => {
    const { parcels, desireIds, backOrders } = given;
    const held = await Promise.all(
      namesByLine(parcels).map(({ line, parcelNames }) => refreshRows(client, line, parcelNames)),
    );
    // A return is allowed of what is on memo too: where it is not known which is, nothing is taken back.
    if (!held.every((rows) => rows !== null)) {
      toastFailure('Please try again in a moment.', 'error', () => void withdraw(given));
      return;
    }
    const statuses = new Map(held.flat().map(({ parcelName, status }) => [parcelName, status]));
    const open = parcels.filter(({ parcelName }) => statuses.get(parcelName) === 'REQUESTED');
    const kept = parcels.filter((parcel) => !open.includes(parcel)).map(({ parcelName }) => parcelName);
    if (kept.length > 0) toastFailure(keptWords(kept, statuses), 'happier');
    // Where stones could not be returned, what was requested beside them stays requested too.
    if (!(await returnAll(open))) return;
    if (desireIds.length + backOrders.length > 0) await giveUp(given);
  };
  return {
    giving: mutation.isPending,
    /**
     * Resolves with what it came to; what was declined of it has been shown. Rejects when the whole instruction was
     * refused, which has been shown too.
     */
    give: async (instruction: InstructionAcross): Promise<Outcome> => {
      const { data } = await mutation.mutateAsync({ ...instruction, commandId: newCommandId() });
      const { done, desires, backOrdered = [] } = data;
      return { done, desires: desires?.requested ?? [], backOrdered };
    },
  };
}

/** Gives up what waits, each by itself: an order that was filled meanwhile keeps none of the others waiting. */
function useGiveUp(): (given: Given) => Promise<void> {
  const client = useQueryClient();
  const { updateDesires } = useUpdateDesires();
  const cancelling = useMutation({
    // A refusal and an outage are shown by the order; anything else ends as it does elsewhere.
    meta: { operation: 'Your instruction', handled: 'refusals' },
    mutationFn: ({ orderId, commandId }: { orderId: string; commandId: string }) =>
      cancelBackOrder(orderId, '', commandId),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.models }),
  });
  return async ({ desireIds, backOrders }: Given): Promise<void> => {
    const [closed = [], orders] = await Promise.all([
      unlessFailed(updateDesires(desireIds, 'CLOSED')),
      Promise.allSettled(
        backOrders.map(({ orderId }) => cancelling.mutateAsync({ orderId, commandId: newCommandId() })),
      ),
    ]);
    const withdrawn: string[] = [];
    const kept: string[] = [];
    const unknown: string[] = [];
    if (closed.length > 0) withdrawn.push(wordsOf({ parcels: [], desireIds: closed, backOrders: [] }));
    for (const [at, order] of backOrders.entries()) {
      const answer = orders[at]!;
      if (answer.status === 'rejected') {
        if (isOutage(answer.reason)) unknown.push(orderWords(order));
        else if (statusOf(answer.reason) === 402)
          kept.push(`${orderWords(order)}: ${messageOf(answer.reason)}`);
        continue;
      }
      const { cancelled } = answer.value.data;
      const filled = order.quantity - cancelled;
      withdrawn.push(orderWords({ ...order, quantity: cancelled }));
      if (filled > 0) kept.push(`${orderWords({ ...order, quantity: filled })}: requested meanwhile.`);
    }
    if (withdrawn.length > 0) toastSuccess(`Withdrawn: ${withdrawn.join(' and ')}`);
    if (kept.length > 0) toastFailure(`Not withdrawn: ${kept.join(' ')}`, 'happier');
    if (unknown.length > 0)
      toastFailure(
        `Not known whether withdrawn: ${unknown.join(' and ')}. Back orders show what still waits.`,
      );
  };
}

/** What a memo can be made of: the rows of what was `requested` as they were `listed`, by parcel name, before. */
type MemoToMake = Omit<MemoToKeep, 'rows'> & {
  at: string;
  requested: readonly ParcelOfLine[];
  listed: ReadonlyMap<string, ListRow>;
};

/** Shows the memo, or what is missing for it, to be tried again. */
async function makeMemo(client: QueryClient, making: MemoToMake): Promise<void> {
  const { at, requested, listed, ...memo } = making;
  const come = await rowsCome(
    client,
    requested.filter(({ parcelName }) => !listed.has(parcelName)),
  );
  const rows = requested.flatMap(({ parcelName }) => listed.get(parcelName) ?? come.get(parcelName) ?? []);
  const known = new Set(rows.map(({ parcelName }) => parcelName));
  const missing = requested.map(({ parcelName }) => parcelName).filter((name) => !known.has(name));
  if (missing.length > 0)
    toastFailure(noMemoWords(missing), 'error', undefined, () => void makeMemo(client, making));
  else showMemo({ ...memo, rows: rows.map((row) => rowAfter(row, memo.action, at)) });
}

/**
 * The rows, by parcel name, of what no list had when it was done: pieces of models where the list of pieces is not
 * loaded. A list has them by now, or they are asked for; those that cannot be read are left out.
 */
async function rowsCome(
  client: QueryClient,
  parcels: readonly ParcelOfLine[],
): Promise<ReadonlyMap<string, ListRow>> {
  const unlisted = parcels.filter(({ line, parcelName }) => !rowOf(client, line, parcelName));
  const read = await Promise.all(
    namesByLine(unlisted).map(({ line, parcelNames }) => refreshRows(client, line, parcelNames)),
  );
  const listed = parcels.flatMap(({ line, parcelName }) => rowOf(client, line, parcelName) ?? []);
  return new Map([...read.flatMap((rows) => rows ?? []), ...listed].map((row) => [row.parcelName, row]));
}

/** The pieces that models were given; all else of what was done was named. */
function piecesOf({ done }: RequestAcrossReply, parcels: readonly ParcelOfLine[]): ParcelOfLine[] {
  const named = new Set(parcels.map(({ parcelName }) => parcelName));
  return ofLine(
    'jewellery',
    done.filter((name) => !named.has(name)),
  );
}

function doneOf(reply: RequestAcrossReply, parcels: readonly ParcelOfLine[]): ParcelOfLine[] {
  const done = new Set(reply.done);
  return [...parcels.filter(({ parcelName }) => done.has(parcelName)), ...piecesOf(reply, parcels)];
}

/** '3 pcs and 1 similar stone'; empty for nothing. Back orders are named separately. */
function wordsOf({ parcels, desireIds, backOrders }: Given): string {
  const similar = desireIds.length;
  const parts = [
    ...(parcels.length > 0 ? [formatPieces(parcels.length)] : []),
    ...(similar > 0 ? [formatNumberOf(similar, SIMILAR_STONES_COUNTED)] : []),
  ];
  return (parts.length > 0 ? parts : backOrders.map(orderWords)).join(' and ');
}

/** Why these were not taken back: they are on memo, where Return is offered, or no longer requested. */
function keptWords(names: readonly string[], statuses: ReadonlyMap<string, Status>): string {
  const isOnMemo = (name: string): boolean => statuses.get(name) === 'CUSTOMER';
  const onMemo = names.filter(isOnMemo);
  const gone = names.filter((name) => !isOnMemo(name));
  return [
    ...(onMemo.length === 1 ? [`${onMemo.join('')} is on memo already. Return it instead.`] : []),
    ...(onMemo.length > 1 ? [`${onMemo.join(', ')} are on memo already. Return them instead.`] : []),
    ...(gone.length > 0
      ? [`${gone.join(', ')} ${gone.length === 1 ? 'is' : 'are'} not requested any more.`]
      : []),
  ].join(' ');
}

/** The lines of a memo: requests for similar stones are of naturals, back orders of jewellery. */
const linesOf = (
  parcels: readonly ParcelOfLine[],
  desireIds: readonly string[],
  backOrders: readonly BackOrdered[],
): Line[] => [
  ...new Set([
    ...parcels.map(({ line }) => line),
    ...(desireIds.length > 0 ? (['natural'] as const) : []),
    ...(backOrders.length > 0 ? (['jewellery'] as const) : []),
  ]),
];

function requestOf({ action, parcels, remarks, desireIds = [], models = [] }: InstructionAcross) {
  const parcelNames = parcels.map(({ parcelName }) => parcelName);
  const trimmed = remarks.trim() || null;
  const desires = desireIds.map((desireId) => ({ desireId }));
  if (models.length > 0)
    return parcelNames.length + desires.length === 0
      ? { path: '/jewellery/request_models', body: { parcelNames: models, remarks: trimmed } }
      : { path: '/parcels/request_stones', body: { parcelNames, remarks: trimmed, desires, models } };
  const lines = namesByLine(parcels).map(({ line }) => line);
  // Desires are of naturals.
  const [line = 'natural', ...others] =
    desireIds.length > 0 ? [...new Set([...lines, 'natural' as const])] : lines;
  const mixed = others.length > 0;
  const similar = action === 'REQUEST' && (mixed || desireIds.length > 0);
  return {
    path: mixed
      ? `/parcels/${PATHS[action]}`
      : `${LINE_FACTS[line].prefix}/${similar ? 'request_stones_similar' : PATHS[action]}`,
    body: { parcelNames, remarks: trimmed, ...(similar && { desires }) },
  };
}
