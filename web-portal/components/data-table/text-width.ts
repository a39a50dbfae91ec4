/** Characters by how wide Inter sets them, in hundredths of an em; figures are tabular. */
const WIDTHS: Readonly<Record<number, string>> = {
  24: 'ijl',
  27: ' ,.:;I',
  30: "!·'",
  33: '\\`ft|',
  37: '/r()[]{}',
  46: '_"^',
  50: '–?',
  53: 's',
  56: 'kxzavy',
  57: 'JLc',
  60: 'eFhnuEo',
  61: 'bdgpq',
  64: '#Z$&PRS',
  65: '0123456789*+-<=>BT~×−',
  68: 'KXY',
  70: 'AV',
  73: 'DC',
  76: 'HUGNOQ',
  82: 'w',
  90: 'm…M',
  101: 'W@%',
};
/** Of a character that is not among them. */
const OTHER = 70;

const widthOf = new Uint8Array(0x2300).fill(OTHER);
for (const [width, characters] of Object.entries(WIDTHS))
  for (const character of characters) widthOf[character.charCodeAt(0)] = Number(width);

/** Em of a text in one line: at least what the browser makes of it, and known without drawing it. */
export function textWidth(text: string): number {
  let sum = 0;
  for (let place = 0; place < text.length; place++) sum += widthOf[text.charCodeAt(place)] ?? OTHER;
  return sum / 100;
}

/** Em of a text that may go on in a second line after a space or a hyphen, set so that it is narrowest. */
export function widthOnTwoLines(text: string): number {
  const words = text.split(/(?<=[ -])/);
  const lineOf = (line: readonly string[]): number => textWidth(line.join('').trimEnd());
  const linesAt = (place: number): number =>
    Math.max(lineOf(words.slice(0, place)), lineOf(words.slice(place)));
  return Math.min(...words.map((_, place) => linesAt(place)));
}
