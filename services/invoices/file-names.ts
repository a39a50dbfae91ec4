import { NOT_IN_A_NAME } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** The types of an invoice file; the extension says which. */
const KINDS: Readonly<Record<string, (bytes: Uint8Array) => boolean>> = {
  pdf: (bytes) => startsWith(bytes, '%PDF-'),
  xlsx: (bytes) => startsWith(bytes, 'PK\u0003\u0004'),
  zip: (bytes) => startsWith(bytes, 'PK\u0003\u0004') || startsWith(bytes, 'PK\u0005\u0006'),
  csv: (bytes) => !bytes.includes(0),
};
const LONGEST = 150;

/** Device names of Windows, which cannot be used for files. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * The name under which an uploaded invoice is kept, trimmed. Throws Refusal 422 when it is no file name, or not one of
 * an invoice's types.
 */
export function checkedFileName(name: string): string {
  const trimmed = name.normalize('NFC').trim();
  const refuse = (message: string): Refusal => new Refusal(422, message, { field: 'fileName' });
  if (trimmed === '') throw refuse('fileName is empty: give the file a name, for example April.pdf.');
  if (trimmed.length > LONGEST)
    throw refuse(`fileName has ${trimmed.length} characters: shorten it to ${LONGEST}.`);
  if (NOT_IN_A_NAME.test(trimmed) || DEVICE.test(trimmed) || /^\.|\.$/.test(trimmed))
    throw refuse(
      'fileName may not hold < > : " / \\ | ? * or control characters, nor begin or end with a dot: rename the file.',
    );
  if (!Object.hasOwn(KINDS, endingOf(trimmed)))
    throw refuse(`fileName must end in .${Object.keys(KINDS).join(', .')}.`);
  return trimmed;
}

/** Throws Refusal 422 when the bytes do not match the name's extension. */
export function checkContent(fileName: string, bytes: Uint8Array): void {
  const ending = endingOf(fileName);
  if (bytes.length === 0)
    throw new Refusal(422, 'fileBody is empty: choose the file again.', { field: 'fileBody' });
  if (KINDS[ending]?.(bytes) !== true)
    throw new Refusal(
      422,
      `The file is named .${ending} but is something else: save it as .${ending}, or give it its own ending.`,
      { field: 'fileBody' },
    );
}

/** 'April.PDF' → 'pdf'; '' without one. */
export function endingOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}

function startsWith(bytes: Uint8Array, start: string): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, start.length).toString('latin1') === start;
}
