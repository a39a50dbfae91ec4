import { useMutation, useQueryClient } from '@tanstack/react-query';
import { instructionReply, type InstructionReply } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toastDeclines } from '../../../lib/toast-declines.ts';
import { showRequested } from '../desires/place-desires.ts';
import { showInstructed } from '../../../lists/list-cache.ts';
import { refreshRows } from '../../../lists/api/refresh-rows.ts';

const PATHS: Readonly<Record<Intent, string>> = { REQUEST: 'request_stones', RETURN: 'return', SOLD: 'sale' };

export type Instruction = {
  action: Intent;
  parcelNames: readonly string[];
  remarks: string;
  /** REQUEST only: carted desires that go with the stones. */
  desireIds?: readonly string[];
};

/**
 * Requests, returns or sells stones (POST {prefix}/request_stones, /return, /sale; request_stones_similar
 * when desires are present). What was done moves between the lists with the answer; what was declined is
 * reported stone by stone (rule: Instructions).
 */
export function useGiveInstruction(line: Line) {
  const client = useQueryClient();
  const mutation = useMutation({
    meta: { operation: 'Your instruction' },
    mutationFn: ({
      action,
      parcelNames,
      remarks,
      desireIds = [],
      commandId,
    }: Instruction & { commandId: string }) =>
      call<InstructionReply>({
        path: `${LINE_FACTS[line].prefix}/${desireIds.length > 0 ? 'request_stones_similar' : PATHS[action]}`,
        body: {
          parcelNames,
          remarks: remarks.trim() || null,
          ...(desireIds.length > 0 && { desires: desireIds.map((desireId) => ({ desireId })) }),
        },
        commandId,
        read: (body) => instructionReply.parse(body),
      }),
    onSuccess: ({ data }, { action }) => {
      showInstructed(client, line, action, data.done);
      if (data.desires) showRequested(client, data.desires.requested);
      const declined = [
        ...data.declined,
        ...(data.desires?.declined ?? []).map(({ reason }) => ({ parcelName: 'Similar Stones', reason })),
      ];
      if (declined.length > 0) toastDeclines(action, declined);
    },
    onSettled: (_answer, _error, { parcelNames }) => {
      void refreshRows(client, line, parcelNames);
      void client.invalidateQueries({ queryKey: queryKeys.customer });
    },
  });
  return {
    giving: mutation.isPending,
    /** Resolves when the answer has come; rejects when the whole instruction was refused, which has been shown. */
    give: (instruction: Instruction) => mutation.mutateAsync({ ...instruction, commandId: newCommandId() }),
  };
}
