const WRITTEN = /^([-\u2212]?)(\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(\d*))?$/;

/**
 * A number as people write it: '1.5', '.5', '1,500', '-20'. A comma only stands between thousands: '1,5', '0,500' and
 * '1500,00' are no numbers, for a decimal comma that is left out multiplies by ten or more (rule: Typed numbers).
 * Undefined for what is no number, blanks included.
 */
export function readNumber(text: string): number | undefined {
  const [, sign, whole, fraction] = WRITTEN.exec(text.trim()) ?? [];
  if (!whole && !fraction) return undefined;
  const size = Number(`${whole?.replaceAll(',', '') ?? '0'}.${fraction || '0'}`);
  if (!Number.isFinite(size)) return undefined;
  return sign === '-' || sign === '\u2212' ? 0 - size : size;
}
