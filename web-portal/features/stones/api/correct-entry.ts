import { useMutation, useQueryClient } from '@tanstack/react-query';
import { correctionPreview } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import {
  CHANGED_CODES,
  correctionCall,
  type Correction,
  type CorrectionCalls,
} from '#web-shared/corrections/correction.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { callForData } from '../../../lib/api-client.ts';
import { isRefusal } from '../../../lib/failures.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { readDetails } from './get-details.ts';
import { refreshRows } from '../../../lists/api/refresh-rows.ts';

/** The dialog shows refusals itself. */
const meta = { operation: 'Correction of the history', handled: 'refusals' } as const;

/**
 * Undoes the stone's last entry or changes its date, or answers what that would change (POST {prefix}/undo,
 * /change_date); administrators only.
 */
export function useCorrectionCalls(line: Line): CorrectionCalls {
  const client = useQueryClient();
  const preview = useMutation({
    meta,
    mutationFn: async (correction: Correction) => {
      const { path, body } = correctionCall(correction, { preview: true });
      return await callForData({ path, body, read: (answer) => correctionPreview.parse(answer) });
    },
  });
  const correct = useMutation({
    meta,
    mutationFn: async (asked: {
      correction: Correction;
      how: Parameters<CorrectionCalls['correct']>[1];
      commandId: string;
    }) => {
      const { path, body } = correctionCall(asked.correction, asked.how);
      return await callForData({ path, body, commandId: asked.commandId, read: readDetails(line) });
    },
    onSuccess: (details) => {
      client.setQueryData(queryKeys.details(line, details.parcelName), details);
      void refreshRows(client, line, [details.parcelName]);
      void client.invalidateQueries({ queryKey: queryKeys.customer });
    },
  });
  return {
    preview: preview.mutateAsync,
    correct: async (correction, how) => {
      await correct.mutateAsync({ correction, how, commandId: newCommandId() });
    },
    hasChanged: (failure) => CHANGED_CODES.some((code) => isRefusal(failure, code)),
  };
}
