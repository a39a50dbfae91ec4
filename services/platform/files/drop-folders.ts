import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { unlessGone } from '../has-code.ts';
import { folderOfFiles, type FilesPlace } from './files-place.ts';
import { orUnavailable } from './folder-store.ts';
import { readS3Address, type S3Address } from './s3-address.ts';
import { s3Requests } from './s3-requests.ts';

/** A file that others put there, under a name that they chose. */
type DroppedFile = {
  name: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** Undefined when it has disappeared by then. Throws FilesUnavailable. */
  bytes(): Promise<Buffer | undefined>;
};

/** Folders in the file store where others leave files. */
export type DropFolders = {
  /**
   * The files directly in a folder, in no particular order, without links and names that begin with a dot. Empty when
   * the folder does not exist. Throws FilesUnavailable.
   * @param folder parts of letters, digits, `.`, `_` and `-` separated by `/`, which the caller has checked
   */
  filesIn(folder: string): Promise<DroppedFile[]>;
};

/** The drop folders of the file store. */
export function openDropFolders(place: FilesPlace): DropFolders {
  const root = folderOfFiles(place);
  if (root !== undefined) return foldersBelow(root);
  const address = readS3Address(place.filesUrl ?? '');
  if (!address) throw new Error('the file store has neither a folder nor a bucket');
  return foldersOfBucket(address);
}

function foldersBelow(root: string): DropFolders {
  return {
    async filesIn(folder) {
      const place = path.join(root, ...folder.split('/'));
      const entries = (await orUnavailable(unlessGone(readdir(place, { withFileTypes: true })))) ?? [];
      const plain = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
      const files = await Promise.all(
        plain.map(async ({ name }) => {
          const file = path.join(place, name);
          const facts = await orUnavailable(unlessGone(stat(file)));
          return (
            facts && {
              name,
              size: facts.size,
              modifiedAt: facts.mtime,
              bytes: () => orUnavailable(unlessGone(readFile(file))),
            }
          );
        }),
      );
      return files.filter((file) => file !== undefined);
    },
  };
}

const CONTENTS = /<Contents>(.*?)<\/Contents>/gs;

function foldersOfBucket(address: S3Address): DropFolders {
  const ask = s3Requests(address);
  return {
    async filesIn(folder) {
      const prefix = `${folder}/`;
      const files: DroppedFile[] = [];
      let token: string | undefined;
      do {
        // Names in percent-encoding, since XML has no form for every character that a name may have.
        const query = new URLSearchParams({
          'list-type': '2',
          prefix,
          delimiter: '/',
          'encoding-type': 'url',
        });
        if (token !== undefined) query.set('continuation-token', token);
        const answer = await ask('GET', `?${query.toString()}`);
        const xml = (await answer?.text()) ?? '';
        for (const [, contents = ''] of xml.matchAll(CONTENTS)) {
          const key = decodeURIComponent((textOf(contents, 'Key') ?? '').replaceAll('+', ' '));
          const name = key.slice(prefix.length);
          if (name === '' || name.startsWith('.')) continue;
          files.push({
            name,
            size: Number(textOf(contents, 'Size')),
            modifiedAt: new Date(textOf(contents, 'LastModified') ?? 0),
            async bytes() {
              const file = await ask('GET', key.split('/').map(encoded).join('/'));
              return file && Buffer.from(await file.arrayBuffer());
            },
          });
        }
        token = textOf(xml, 'NextContinuationToken');
      } while (token !== undefined);
      return files;
    },
  };
}

/**
 * Percent-encoded as the store does it when it checks the signature: all but letters, digits, `-`, `.`, `_` and `~`.
 */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The text of the first element of that name; tokens and dates have no characters that XML escapes. */
const textOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
