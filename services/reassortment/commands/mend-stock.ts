import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requireTemplate } from './require-template.ts';
import { uploadStock, type UploadStock } from './upload-stock.ts';

export type MendStock = Omit<UploadStock, 'fileHash'> & {
  /** The stock to which the corrected rows belong. */
  formerHash: string;
  /** The file whose rows were seen; undefined when the call does not say. */
  seenFileHash?: string | undefined;
  /** The given rows that are not among the unreadable ones. */
  unknown: readonly number[];
};

/**
 * The stock of the same file with some of its rows corrected. Refuses (422) as `uploadStock` does, rows that are not
 * among the unreadable ones, and when another stock was uploaded since.
 */
export function mendStock(state: Reassortment, command: MendStock, at: Instant): ReassortmentEvent[] {
  const { formerHash, seenFileHash = null, unknown, ...mended } = command;
  const { stock } = requireTemplate(state, command.templateId);
  const isAnother = seenFileHash !== null && seenFileHash !== stock?.fileHash;
  if (stock?.stockHash !== formerHash || isAnother)
    throw new Refusal(422, 'Another stock was uploaded meanwhile: nothing of yours was saved.', {
      code: 'CHANGED_MEANWHILE',
      field: 'templateId',
    });
  if (unknown.length > 0)
    throw new Refusal(422, `Row ${unknown.join(', ')}: not among the rows that could not be read.`, {
      code: 'UNKNOWN_ROW',
      field: 'rows',
    });
  return uploadStock(state, { ...mended, fileHash: stock.fileHash }, at);
}
