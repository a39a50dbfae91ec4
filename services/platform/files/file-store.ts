import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';
/**
 * Files that people and programs keep, such as certificates and invoices. They are kept by key and replaced as a whole.
 */
export type FileStore = {
  /**
   * Keeps a file. A reader sees either the former bytes or these, never a mixture; once it resolves, the file survives
   * a crash. Throws BadFileKey, or FilesUnavailable.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. Throws BadFileKey, or FilesUnavailable. */
  get(key: string): Promise<StoredFile | undefined>;
  /**
   * The facts of a file without its bytes; undefined when there is no such file. Throws BadFileKey, or
   * FilesUnavailable.
   */
  head(key: string): Promise<FileFacts | undefined>;
  /** Removes a file, if there is one. Throws BadFileKey, or FilesUnavailable. */
  remove(key: string): Promise<void>;
};

/** Size in bytes. */
type FileFacts = { size: number; contentType: string };
type StoredFile = FileFacts & { bytes: Buffer };

/** The store cannot be reached, or refuses access. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable';
  /** What a person reads, where it has words of its own; `message` is for the log. */
  readonly shown: string | undefined;
  constructor(message: string, { shown, ...options }: ErrorOptions & { shown?: string } = {}) {
    super(message, options);
    this.shown = shown;
  }
}

/** A key that is not allowed as the name of a file. */
export class BadFileKey extends Error {
  override readonly name = 'BadFileKey';
}

/** A file's type follows from its extension, so that a folder filled by hand needs nothing else. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pdf: 'application/pdf',
    csv: 'text/csv; charset=utf-8',
    xlsx: WORKBOOK_TYPE,
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
 * The content type of a key such as `certificates/2141234567.pdf`. Its parts consist of letters, digits, `.`, `_` and
 * `-` and begin with a letter or a digit, so that no key leads out of the folder or to a hidden file. Throws
 * BadFileKey.
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
