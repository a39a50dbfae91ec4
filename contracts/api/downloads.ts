import { z } from 'zod';
import { WORKBOOK_TYPE } from '../vocabulary/file-types.ts';

/** A file to be saved; its name is in the content-disposition header. */
const download = (contentType: string, description: string) => ({
  description,
  content: { [contentType]: { schema: z.string().meta({ format: 'binary' }) } },
});
export const zipReply = download('application/zip', 'A zip archive');
export const workbookReply = download(WORKBOOK_TYPE, 'A workbook');
/** Of whatever type the file is. */
export const fileReply = download('application/octet-stream', 'The file, with its own content type');
