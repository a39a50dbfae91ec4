import { Buffer, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { UnreadableSheet } from './sheet.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const PIECE = 64 * 1024;
/** In Western European words letters beyond ASCII stand alone or in twos and threes. */
const OTHER_ALPHABET = 4;

/**
 * The text of a file in UTF-8, UTF-16 or Western European (windows-1252), piece by piece, without its byte order mark.
 * Throws UnreadableSheet for an old workbook, and naming line and byte where it is none of them, or holds a NUL (a binary
 * file does).
 */
export function* decodeText(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}

/** How a workbook of before .xlsx begins, and one that a password protects. */
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];

function encodingOf(bytes: Uint8Array): Encoding {
  if (OLD_WORKBOOK.every((byte, at) => bytes[at] === byte))
    throw new UnreadableSheet(
      'This is an old .xls workbook, or one with a password: save it as .xlsx without a password.',
    );
  const utf16 = utf16Of(bytes);
  if (utf16) {
    const text = new TextDecoder(utf16, { ignoreBOM: true }).decode(bytes);
    const broken = text.search(/[\0\ufffd]/);
    if (broken >= 0) throw notText(utf16, text.slice(0, broken), broken * 2);
    return utf16;
  }
  const zero = bytes.indexOf(0);
  if (zero < 0 && isUtf8(bytes)) return 'utf-8';
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (zero >= 0) throw notText('utf-8', text.slice(0, text.indexOf('\0')), zero);
  const before = text.slice(0, text.indexOf('\ufffd'));
  const broken = Buffer.byteLength(before);
  // Letters that were read as UTF-8 before it show that the file is UTF-8, and damaged.
  if (broken > before.length || hasLongRun(bytes)) throw notText('utf-8', before, broken);
  return 'windows-1252';
}

/** UTF-16 shows by its byte order mark, or by every other byte of its ASCII headings being zero. */
function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === undefined || second === undefined || (first === 0) === (second === 0)) return null;
  return second === 0 ? 'utf-16le' : 'utf-16be';
}

function hasLongRun(bytes: Uint8Array): boolean {
  let run = 0;
  for (const byte of bytes) {
    run = byte >= 0x80 ? run + 1 : 0;
    if (run === OTHER_ALPHABET) return true;
  }
  return false;
}

function notText(encoding: Encoding, before: string, at: number): UnreadableSheet {
  const line = before.split(/\r\n|\r|\n/).length;
  return new UnreadableSheet(
    `The file is not ${encoding.toUpperCase()} text at byte ${formatCount(at + 1)}, in line ${formatCount(line)}. Save it as "CSV UTF-8".`,
  );
}
