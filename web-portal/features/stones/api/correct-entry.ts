import { useMutation, useQueryClient } from '@tanstack/react-query';
import { correctionPreview, type CorrectionPreview } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { call, newCommandId } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { readDetails, type ParcelDetails } from './get-details.ts';
import { refreshRows } from './refresh-rows.ts';

/** An undo, or with `newDate` (an instant, ISO 8601) a change of date. */
export type Correction = { parcelName: string; action: Intent; newDate?: string; remarks: string };

const request = (line: Line, { newDate, remarks, ...rest }: Correction) => ({
  path: `${LINE_FACTS[line].prefix}/${newDate === undefined ? 'undo' : 'change_date'}`,
  body: { ...rest, ...(newDate !== undefined && { newDate }), remarks: remarks.trim() || null },
});

/** What a correction would change, without carrying it out (rule: Preview). */
export function usePreviewCorrection(line: Line) {
  return useMutation({
    meta: { operation: 'Correction of the history' },
    mutationFn: async (correction: Correction): Promise<CorrectionPreview> => {
      const { path, body } = request(line, correction);
      return (
        await call({
          path,
          body: { ...body, preview: true },
          read: (answer) => correctionPreview.parse(answer),
        })
      ).data;
    },
  });
}

/** Undoes the stone's last entry or changes its date (POST {prefix}/undo, /change_date); administrators only. */
export function useCorrectEntry(line: Line) {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: 'Correction of the history' },
    mutationFn: async ({
      commandId: _command,
      ...correction
    }: Correction & { commandId: string }): Promise<ParcelDetails> => {
      const { path, body } = request(line, correction);
      return (await call({ path, body, commandId: _command, read: readDetails(line) })).data;
    },
    onSuccess: (details) => {
      client.setQueryData(queryKeys.details(line, details.parcelName), details);
      void refreshRows(client, line, [details.parcelName]);
      void client.invalidateQueries({ queryKey: queryKeys.customer });
    },
  });
}

export const withCommandId = (correction: Correction) => ({ ...correction, commandId: newCommandId() });
