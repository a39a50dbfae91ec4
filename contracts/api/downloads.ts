import { z } from 'zod';

/** A file to be saved; its name is in the content-disposition header. */
const download = (contentType: string, description: string) => ({
  description,
  content: { [contentType]: { schema: z.string().meta({ format: 'binary' }) } },
});
export const zipReply = download('application/zip', 'A zip archive');
export const workbookReply = download(
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'A workbook',
);
/** Of whatever type the file is. */
export const fileReply = download('application/octet-stream', 'The file, with its own content type');
