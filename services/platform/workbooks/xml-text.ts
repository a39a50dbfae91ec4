const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const LAST_CODE_POINT = 0x10ffff;

/** Decodes references and UTF-8 in a string of single bytes of XML. What is no reference stays as it is written. */
export function xmlText(written: string): string {
  // ASCII without references needs no decoding.
  if (!/[&\u0080-\u00ff]/.test(written)) return written;
  const text = Buffer.from(written, 'latin1').toString('utf8');
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|quot|apos|amp));/g, (whole, ...found) => {
    const [decimal, hexadecimal, name] = found as (string | undefined)[];
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
