import type { FileStore } from '#services/platform/files/index.ts';
import { sha256Of } from '#services/platform/hash.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isWorkbook } from '#services/platform/workbooks/index.ts';

/** A kept file is named by its content: 64 hexadecimal digits, and its kind. */
const FILE_ID = /^[0-9a-f]{64}\.(?:csv|xlsx)$/;

const keyOf = (fileId: string): string => `vendor-feeds/${fileId}`;

/**
 * Keeps a vendor's file as it was sent, once however often it comes, and answers its id. Throws FilesUnavailable.
 */
export async function keepFeedFile(files: FileStore, bytes: Uint8Array): Promise<string> {
  const hash = sha256Of(bytes);
  const fileId = `${hash}.${isWorkbook(bytes) ? 'xlsx' : 'csv'}`;
  if (!(await files.head(keyOf(fileId)))) await files.put(keyOf(fileId), bytes);
  return fileId;
}

/** Removes a kept file; does nothing where there is none. Throws FilesUnavailable. */
export const removeFeedFile = (files: FileStore, fileId: string): Promise<void> =>
  files.remove(keyOf(fileId));

/** The bytes of a kept file. Throws Refusal 404 where there is none of that id, and FilesUnavailable. */
export async function openFeedFile(files: FileStore, fileId: string): Promise<Uint8Array> {
  const file = FILE_ID.test(fileId) ? await files.get(keyOf(fileId)) : undefined;
  if (!file)
    throw new Refusal(404, 'This file is not kept here: send it again.', {
      code: 'UNKNOWN_FILE',
      field: 'fileId',
    });
  return file.bytes;
}
