/**
 * Control characters, characters that turn the direction of text, and those that are special in file names on Windows.
 */
export const NOT_IN_A_NAME = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*]/u;

/** Turns any text into part of a file name: characters that are not allowed become spaces. */
export function asFileName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(new RegExp(NOT_IN_A_NAME.source, 'gu'), ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+|\.+$/g, '');
  return plain.slice(0, 80).trim();
}

/**
 * The content-disposition of a download (RFC 6266): the name in ASCII for old clients, and in UTF-8 where that differs.
 * Quotes, percent signs and line ends cannot break out of it.
 */
export function attachment(fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const plain = `attachment; filename="${ascii}"`;
  if (ascii === fileName) return plain;
  const encoded = encodeURIComponent(fileName.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}`;
}
