import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readS3Address, S3_EXAMPLE } from './s3-address.ts';

/** Where the files are: a bucket, a folder by its address, or the folder `files` of the data folder. */
export type FilesPlace = { filesUrl: string | undefined; dataFolder: string };

export const FILES_EXAMPLE = `file:///srv/vitrine/files or ${S3_EXAMPLE}`;

/** Whether it is the address of a folder on this machine (`file:///…`) or of a bucket (`s3://…`). */
export const isFilesAddress = (text: string): boolean =>
  folderAt(text) !== null || readS3Address(text) !== null;

/** The folder of a `file:///…` address; null for any other. */
function folderAt(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain = url.protocol === 'file:' && url.host === '' && url.search === '' && url.hash === '';
  return plain && url.pathname !== '/' ? fileURLToPath(url) : null;
}

/** The folder in which the files are kept; undefined where they lie in a bucket. */
export function folderOfFiles({ filesUrl, dataFolder }: FilesPlace): string | undefined {
  if (filesUrl === undefined) return path.resolve(dataFolder, 'files');
  return folderAt(filesUrl) ?? undefined;
}
