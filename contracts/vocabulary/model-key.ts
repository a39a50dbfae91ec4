/**
 * The key of a model, and the end of its stream's name: names that differ only in case, in outer spaces or in how many
 * spaces stand between words are one model, as people type them from a catalogue.
 */
export function modelKey(name: string): string {
  const plain = name
    .replace(/\p{Cs}/gu, '')
    .normalize('NFC')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
  return encodeURIComponent(plain);
}
