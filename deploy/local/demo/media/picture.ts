import { hex, mix, type Rgb, type Seen } from './light.ts';

/** What every picture and film of the demonstration says of itself. */
export const MARK = 'DEMONSTRATION';

/** Pictures are square, of this many units a side; the middle four fifths of the height are never cut off. */
export const SIDE = 400;
/** Where a stone's middle lies, and how long its longer half is. */
export const MIDDLE = { x: SIDE / 2, y: 190, half: 116 } as const;

const PAPER: readonly [Rgb, Rgb] = [
  [238, 242, 244],
  [255, 255, 255],
];
const EDGE = '#6b7780';

/** A picture with its paper, shadow and mark; `drawing` in units of the picture, `title` for who cannot see it. */
export function picture(
  title: string,
  drawing: string,
  shadow: { x: number; y: number; width: number },
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE * 2}" height="${SIDE * 2}" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<defs>',
    `<linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hex(PAPER[0])}"/><stop offset="1" stop-color="${hex(PAPER[1])}"/></linearGradient>`,
    `<radialGradient id="shadow"><stop offset="0" stop-color="#53616b" stop-opacity=".34"/><stop offset="1" stop-color="#53616b" stop-opacity="0"/></radialGradient>`,
    '</defs>',
    `<rect width="${SIDE}" height="${SIDE}" fill="url(#paper)"/>`,
    `<ellipse cx="${shadow.x}" cy="${shadow.y}" rx="${round(shadow.width)}" ry="${round(shadow.width * 0.13)}" fill="url(#shadow)"/>`,
    drawing,
    `<text x="${SIDE / 2}" y="352" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" font-size="11" letter-spacing="3" fill="#7b858d">${MARK}</text>`,
    '</svg>',
  ].join('');
}

/** Facets as paths, in the order in which they are painted. */
export function facetPaths(facets: readonly Seen[], at: { x: number; y: number; half: number }): string {
  const paths = facets.map(({ points, fill, opacity }) => {
    const place = points.map(([x, y]) => `${round(at.x + x * at.half)} ${round(at.y + y * at.half)}`);
    return `<path d="M${place.join('L')}Z" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`;
  });
  const width = round(at.half / 260);
  return `<g stroke="${EDGE}" stroke-opacity=".42" stroke-width="${width}" stroke-linejoin="round">${paths.join('')}</g>`;
}

export const round = (value: number): number => Number(value.toFixed(1));

/** A darker shade, for edges. */
export const darker = (colour: Rgb): string => hex(mix(colour, [24, 28, 32], 0.45));

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
