import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { readS3Address } from './s3-address.ts';
import { FILES_EXAMPLE, folderOfFiles, type FilesPlace } from './files-place.ts';
import { s3Store } from './s3-store.ts';

export type { ZipEntry } from './zip.ts';
export { folderOfFiles } from './files-place.ts';
export { flushFile, flushFolder, makeFolder } from './to-disk.ts';
export { openDropFolders, type DropFolders } from './drop-folders.ts';
export { fileMigrations, FOLDER_MARKER, holdPlace, placeOfFiles } from './one-folder.ts';
export { contentTypeOf, FilesUnavailable, type FileStore } from './file-store.ts';

/** The file store at its place. */
export function openFileStore(place: FilesPlace): FileStore {
  const folder = folderOfFiles(place);
  if (folder !== undefined) return folderStore(folder);
  const address = readS3Address(place.filesUrl ?? '');
  if (!address) throw new Error(`VITRINE_FILES_URL is not an address like ${FILES_EXAMPLE}`);
  return s3Store(address);
}
