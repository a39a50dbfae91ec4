const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const LAST_CODE_POINT = 0x10ffff;

/**
 * Decodes references, UTF-8 and a workbook's own escapes (`_x000D_` is a carriage return) in a string of single bytes of
 * XML. What is neither stays as it is written.
 */
export function xmlText(written: string): string {
  // ASCII without references needs no decoding.
  return unescaped(/[&\u0080-\u00ff]/.test(written) ? unreferenced(written) : written);
}

/** Other control characters and halves of surrogate pairs stay escaped: no text has them. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (whole, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\t\n\r]|[^\p{Cc}\p{Cs}]/u.test(character) ? character : whole;
  });
}

function unreferenced(written: string): string {
  const text = Buffer.from(written, 'latin1').toString('utf8');
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|quot|apos|amp));/g, (whole, ...found) => {
    const [decimal, hexadecimal, name] = found as (string | undefined)[];
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
