/** The order of two texts by their code points; `<` goes by UTF-16, which differs beyond the first 65,536. */
export function byCodePoints(one: string, other: string): number {
  if (one === other) return 0;
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    if (one[at] === other[at]) continue;
    const [a, b] = [one.codePointAt(at)!, other.codePointAt(at)!];
    // Behind the same first half of a pair of surrogates, the second halves compare as the pairs do.
    return a - b;
  }
  return one.length - other.length;
}
