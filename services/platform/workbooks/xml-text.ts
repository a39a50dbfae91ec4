const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const LAST_CODE_POINT = 0x10ffff;

/**
 * The text that stands for characters of XML, which are its bytes one by one: references and UTF-8 decoded. What is no
 * reference stays as it is written.
 */
export function xmlText(written: string): string {
  // Of ASCII without references nothing is decoded.
  if (!/[&\u0080-\u00ff]/.test(written)) return written;
  const text = Buffer.from(written, 'latin1').toString('utf8');
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|quot|apos|amp));/g, (whole, ...found) => {
    const [decimal, hexadecimal, name] = found as (string | undefined)[];
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
