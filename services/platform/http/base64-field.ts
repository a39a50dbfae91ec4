import { Refusal } from '../refusal.ts';

const MB = 1024 * 1024;

/** The body limit of a call that takes a file of at most so many bytes in base64. */
export const base64BodyLimit = (bytes: number): number => Math.ceil((bytes * 4) / 3) + 64 * 1024;

/** The bytes of a field in base64. Throws Refusal 422 when it is something else, or larger than `largest` bytes. */
export function bytesOfField(field: string, base64: string, largest: number): Buffer {
  const text = base64.trim();
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new Refusal(422, `${field} must be the file's bytes in base64, without a prefix like "data:".`, {
      field,
      code: 'NOT_BASE64',
    });
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > largest)
    throw new Refusal(422, `The file is larger than ${Math.floor(largest / MB)} MB: make it smaller.`, {
      field,
      code: 'TOO_LARGE',
    });
  return bytes;
}
