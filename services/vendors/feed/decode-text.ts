import { TextDecoder } from 'node:util';
import { UnreadableFeed } from './feed-attributes.ts';

/** UTF-16 shows by its byte order mark, or by every other byte of its ASCII headings being zero. */
function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = start;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (start.length > 1 && first !== 0 && second === 0) return 'utf-16le';
  return first === 0 && second !== 0 ? 'utf-16be' : 'utf-8';
}

/**
 * The text of a file in UTF-8 or UTF-16, without its byte order mark. Throws UnreadableFeed when it is neither, when
 * it holds a NUL (a workbook or another binary file does), or is larger than `maxBytes`.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let read = 0;
  const decoded = (chunk?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(chunk ?? new Uint8Array()), { fatal: true });
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
      if (text.includes('\0'))
        throw new UnreadableFeed(
          'The file holds NUL characters: it is not a text file. Save it as "CSV UTF-8".',
        );
      return text;
    } catch (error) {
      if (error instanceof UnreadableFeed) throw error;
      throw new UnreadableFeed(
        `The file is not ${decoder.encoding.toUpperCase()} text around byte ${read}. Save it as "CSV UTF-8".`,
        { cause: error },
      );
    }
  };
  for await (const chunk of bytes) {
    read += chunk.byteLength;
    if (read > maxBytes)
      throw new UnreadableFeed(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB: split it.`);
    if (chunk.byteLength > 0) yield decoded(chunk);
  }
  yield decoded();
}
