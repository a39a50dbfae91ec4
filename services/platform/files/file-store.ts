/** Files that people and programs keep: certificates, invoices. Kept by key, whole, and replaced whole. */
export type FileStore = {
  /**
   * Keeps a file; a reader sees the former bytes or these, never a part. Once it resolves the file outlives a crash.
   * Throws BadFileKey, or FilesUnavailable.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. Throws BadFileKey, or FilesUnavailable. */
  get(key: string): Promise<StoredFile | undefined>;
  /** Whether there is one, without its bytes. Throws BadFileKey, or FilesUnavailable. */
  head(key: string): Promise<FileFacts | undefined>;
  /** Takes a file away; one that is not there stays so. Throws BadFileKey, or FilesUnavailable. */
  remove(key: string): Promise<void>;
};

/** Size in bytes. */
export type FileFacts = { size: number; contentType: string };
export type StoredFile = FileFacts & { bytes: Buffer };

/** The store cannot be reached, or refuses us. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
}

/** A key that names no file of the store. */
export class BadFileKey extends Error {
  override readonly name = 'BadFileKey';
}

/** A file's kind is its ending, so that a folder that somebody filled by hand needs nothing else. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pdf: 'application/pdf',
    csv: 'text/csv; charset=utf-8',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    zip: 'application/zip',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    mp4: 'video/mp4',
    json: 'application/json; charset=utf-8',
  }),
);

const PART = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const LONGEST = 200;

/**
 * The content type of a key like `certificates/2141234567.pdf`: parts of letters, digits, `.`, `_` and `-` that begin
 * with a letter or a digit, so that no key leads out of the folder or to a hidden file. Throws BadFileKey.
 */
export function contentTypeOf(key: string): string {
  const contentType = CONTENT_TYPES.get(key.slice(key.lastIndexOf('.') + 1));
  if (key.length > LONGEST || contentType === undefined || !key.split('/').every((part) => PART.test(part))) {
    const kinds = [...CONTENT_TYPES.keys()].join(', ');
    throw new BadFileKey(
      `${JSON.stringify(key.slice(0, LONGEST))} is no key of a file: name it like folder/name-1.pdf, ending in ${kinds}`,
    );
  }
  return contentType;
}
