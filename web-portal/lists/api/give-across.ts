import { useMutation, useQueryClient } from '@tanstack/react-query';
import { instructionReply, type InstructionReply } from '#contracts/api/stones.ts';
import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { formatPieces } from '#contracts/vocabulary/money.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../lib/api-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastDeclines } from '../../lib/toast-declines.ts';
import { rowIn, rowOf, showInstructed } from '../list-cache.ts';
import { rowAfter, showMemo } from '../memo-to-keep.ts';
import { namesByLine, type ParcelOfLine } from '../parcel-of-line.ts';
import { showRequested } from '../place-desires.ts';
import { refreshRows } from './refresh-rows.ts';

/** `withdrawn`: the return of what was just requested. */
type Sent = InstructionAcross & { commandId: string; withdrawn?: true };

/** What a message says was done. */
const DONE: Readonly<Record<Intent, string>> = {
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
};

/**
 * Requests, returns or sells parcels of whatever lines, in one instruction with one answer: the calls of their line
 * where they are of one, else those over all lines. What was done moves between the lists with the answer; what was
 * declined is reported parcel by parcel (rule: Instructions).
 */
export function useGiveAcross() {
  const client = useQueryClient();
  const mutation = useMutation({
    meta: { operation: 'Your instruction' },
    mutationFn: ({ commandId, ...instruction }: Sent) =>
      call<InstructionReply>({
        ...requestOf(instruction),
        commandId,
        read: (body) => instructionReply.parse(body),
      }),
    onSuccess: ({ data }, { action, parcels, remarks, withdrawn }) => {
      const done = new Set(data.done);
      const requested = parcels.filter(({ parcelName }) => done.has(parcelName));
      const at = new Date().toISOString();
      const rows = requested.flatMap(({ line, parcelName }) => rowOf(client, line, parcelName) ?? []);
      const memo = {
        action,
        lines: [...new Set(requested.map(({ line }) => line))],
        rows: rows.map((row) => rowAfter(row, action, at)),
        remarks: remarks.trim(),
      };
      for (const { line, parcelNames } of namesByLine(parcels))
        showInstructed(
          client,
          line,
          action,
          parcelNames.filter((name) => done.has(name)),
        );
      if (data.desires) showRequested(client, data.desires.requested);
      const declined = [
        ...data.declined,
        ...(data.desires?.declined ?? []).map(({ reason }) => ({ parcelName: 'Similar Stones', reason })),
      ];
      if (declined.length > 0) toastDeclines(action, declined);
      if (done.size > 0)
        toastSuccess(
          `${withdrawn ? 'Withdrawn' : DONE[action]}: ${formatPieces(done.size)}`,
          action === 'REQUEST' && !data.desires ? () => void withdraw(requested) : undefined,
          withdrawn || rows.length === 0 ? undefined : () => showMemo(memo),
        );
    },
    onSettled: (_answer, _error, { parcels }) => {
      for (const { line, parcelNames } of namesByLine(parcels)) void refreshRows(client, line, parcelNames);
      void client.invalidateQueries({ queryKey: queryKeys.customer });
    },
  });
  /** Takes a request back while it is nothing more: what is on memo meanwhile stays. */
  const withdraw = async (parcels: readonly ParcelOfLine[]): Promise<void> => {
    await Promise.all(
      namesByLine(parcels).map(({ line, parcelNames }) => refreshRows(client, line, parcelNames)),
    );
    const open = parcels.filter(
      ({ line, parcelName }) => rowIn(client, line, 'customer', parcelName)?.status === 'REQUESTED',
    );
    if (open.length === parcels.length)
      mutation.mutate({ action: 'RETURN', parcels, remarks: '', withdrawn: true, commandId: newCommandId() });
    else toastFailure('It is on memo already. Return it instead.', 'happier');
  };
  return {
    giving: mutation.isPending,
    /** Resolves when the answer has come; rejects when the whole instruction was refused, which has been shown. */
    give: (instruction: InstructionAcross) =>
      mutation.mutateAsync({ ...instruction, commandId: newCommandId() }),
  };
}

function requestOf({ action, parcels, remarks, desireIds = [] }: InstructionAcross) {
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
    body: {
      parcelNames: parcels.map(({ parcelName }) => parcelName),
      remarks: remarks.trim() || null,
      ...(similar && { desires: desireIds.map((desireId) => ({ desireId })) }),
    },
  };
}
