import path from 'node:path';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { readS3Address } from './s3-address.ts';
import { s3Store } from './s3-store.ts';

export { fileMigrations, holdFolder } from './one-folder.ts';
export {
  contentTypeOf,
  FilesUnavailable,
  type FileFacts,
  type FileStore,
  type StoredFile,
} from './file-store.ts';

/** Where files are kept without a bucket. */
export const filesFolder = (dataFolder: string): string => path.resolve(dataFolder, 'files');

/** The store of files: the bucket at `filesUrl` (`s3://…`) where one is given, else the folder `files` of the data folder. */
export function openFileStore({
  filesUrl,
  dataFolder,
}: {
  filesUrl: string | undefined;
  dataFolder: string;
}): FileStore {
  if (filesUrl === undefined) return folderStore(filesFolder(dataFolder));
  const address = readS3Address(filesUrl);
  if (!address) throw new Error('VITRINE_FILES_URL is no address of a bucket');
  return s3Store(address);
}
