import { z } from 'zod';
import { correctionPreview, type CorrectionPreview } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { call } from '../../providers/http-client.ts';

/** A correction of a parcel's last entry: undo, or, with a date, change date. */
export type CorrectionAsked = {
  line: Line;
  parcelName: string;
  action: Intent;
  /** Without an offset it is in the house's time zone (rule: Units on the wire). */
  newDate?: string | undefined;
};

const pathOf = ({ line, newDate }: CorrectionAsked): string =>
  `${LINE_FACTS[line].prefix}/${newDate === undefined ? 'undo' : 'change_date'}`;

const bodyOf = ({ parcelName, action, newDate }: CorrectionAsked) => ({
  ...{ parcelName, action },
  ...(newDate === undefined ? {} : { newDate }),
});

/** What it would change, without carrying it out (rule: Preview). Fails where the correction itself would. */
export function previewCorrection(asked: CorrectionAsked): Promise<CorrectionPreview> {
  return call(pathOf(asked), correctionPreview, { body: { ...bodyOf(asked), preview: true } });
}

/** Does it; the reason goes into the history. */
export async function correctHistory(asked: CorrectionAsked, remarks: string): Promise<void> {
  await call(pathOf(asked), z.unknown(), {
    body: { ...bodyOf(asked), ...(remarks === '' ? {} : { remarks }) },
  });
}
