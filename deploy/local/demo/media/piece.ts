import { facetsOf } from '#contracts/cut-stones/index.ts';
import { bodyColour, hex, mix, rgb, seenFacets, type Rgb } from './light.ts';
import { darker, facetPaths, picture, round, SIDE } from './picture.ts';

/** What of a piece its picture shows: what it is, its metal, its centre stone, and how many small ones are set beside it. */
export type PieceShown = {
  type: string;
  subType: string;
  finish: string;
  /** Of the centre stone; none in bands, studs, bracelets and the like. */
  shapeCode?: string | undefined;
  ratio: number;
  colour: string;
  small: number;
};

type Place = { x: number; y: number; size: number };
/** Metal strokes below the stones, the places of its stones, and what lies over them. */
type Design = { metal: string; centre: readonly Place[]; small: readonly Place[]; over?: string };

const METALS: readonly (readonly [RegExp, Rgb])[] = [
  [/yellow/i, rgb('#D9AE52')],
  [/rose/i, rgb('#D99D86')],
  [/platinum/i, rgb('#AEB6BD')],
];
const WHITE_METAL = rgb('#C9CED2');
const SHINE: Rgb = [255, 255, 255];
const MIDDLE = { x: SIDE / 2, y: 196 };

/** A piece's picture, drawn from its type, metal and stones. */
export function drawPiece(piece: PieceShown): string {
  const metal = METALS.find(([words]) => words.test(piece.finish))?.[1] ?? WHITE_METAL;
  const {
    metal: strokes,
    centre,
    small,
    over = '',
  } = designOf(piece, {
    stroke: (path, width) =>
      `<path d="${path}" fill="none" stroke="${darker(metal)}" stroke-width="${width + 2}" stroke-linecap="round"/>` +
      `<path d="${path}" fill="none" stroke="${hex(metal)}" stroke-width="${width}" stroke-linecap="round"/>` +
      `<path d="${path}" fill="none" stroke="${hex(mix(metal, SHINE, 0.6))}" stroke-width="${round(width / 4)}" stroke-linecap="round" stroke-opacity=".8"/>`,
    prong: (x, y) =>
      `<circle cx="${round(x)}" cy="${round(y)}" r="3.6" fill="${hex(mix(metal, SHINE, 0.3))}" stroke="${darker(metal)}" stroke-width=".8"/>`,
  });
  const body = bodyColour({ colour: piece.colour });
  const stone = (id: string, shapeCode: string, ratio: number): string => {
    const solid = facetsOf({ shapeCode, length: ratio, width: 1, height: 0.61 });
    return `<symbol id="${id}" viewBox="-100 -100 200 200" overflow="visible">${facetPaths(seenFacets(solid, body, 0, 0), { x: 0, y: 0, half: 100 })}</symbol>`;
  };
  const put =
    (id: string) =>
    (place: Place): string =>
      `<use href="#${id}" x="${round(place.x - place.size)}" y="${round(place.y - place.size)}" width="${round(place.size * 2)}" height="${round(place.size * 2)}"/>`;
  const drawing = [
    stone('large', piece.shapeCode ?? 'RD', piece.ratio),
    stone('small', 'RD', 1),
    strokes,
    ...small.map(put('small')),
    ...centre.map(put('large')),
    over,
  ].join('');
  return picture(`Picture of ${piece.subType} ${piece.type}, ${piece.finish}`, drawing, {
    x: SIDE / 2,
    y: 322,
    width: 96,
  });
}

type Tools = { stroke(path: string, width: number): string; prong(x: number, y: number): string };

function designOf(piece: PieceShown, tools: Tools): Design {
  const { type, subType, small } = piece;
  if (/ear/i.test(type)) return /hoop/i.test(subType) ? hoops(small, tools) : studs(tools);
  if (/pendant/i.test(type)) return pendant(small, tools);
  if (/bracelet/i.test(type)) return bracelet(small, tools);
  if (/neck/i.test(type)) return necklace(small, tools);
  return piece.shapeCode === undefined && small > 2 ? eternity(small, tools) : ring(piece, tools);
}

/** A ring from the front, its band below the stone. */
function ring({ small, subType, ratio }: PieceShown, { stroke, prong }: Tools): Design {
  const halo = /halo/i.test(subType);
  const size = halo ? 34 : 42;
  const centre = { x: MIDDLE.x, y: 118, size };
  const sides =
    small === 2 ? [-1, 1].map((side) => ({ x: MIDDLE.x + side * (size + 21), y: 129, size: 22 })) : [];
  return {
    metal: stroke(circle(MIDDLE.x, 226, 90), 12),
    centre: [centre],
    small: halo ? around(centre, small, size + 11, ratio) : sides,
    over: prongs(centre, halo ? 0 : ratio, prong),
  };
}

function eternity(small: number, { stroke }: Tools): Design {
  const reach = 112;
  return {
    metal: stroke(circle(MIDDLE.x, MIDDLE.y, reach), 26),
    centre: [],
    small: along(
      small,
      (turn) => onEllipse(MIDDLE, reach, reach, turn),
      (2 * Math.PI * reach) / small / 2.15,
    ),
  };
}

function studs({ prong }: Tools): Design {
  const places = [-1, 1].map((side) => ({ x: MIDDLE.x + side * 74, y: MIDDLE.y, size: 54 }));
  return {
    metal: '',
    centre: places,
    small: [],
    over: places.map((place) => prongs(place, 1, prong)).join(''),
  };
}

function hoops(small: number, { stroke }: Tools): Design {
  const [rx, ry] = [48, 88];
  const middles = [-1, 1].map((side) => ({ x: MIDDLE.x + side * 74, y: MIDDLE.y }));
  const each = Math.max(4, Math.round(small / 2));
  return {
    metal: middles.map(({ x, y }) => stroke(ellipse(x, y, rx, ry), 11)).join(''),
    centre: [],
    // Set outside in front, from the post round to below.
    small: middles.flatMap((middle) =>
      along(each, (turn) => onEllipse(middle, rx, ry, 0.02 + turn * 0.5), 6.4),
    ),
  };
}

function pendant(small: number, { stroke, prong }: Tools): Design {
  const centre = { x: MIDDLE.x, y: 236, size: small > 0 ? 46 : 56 };
  return {
    metal:
      stroke(`M84 60C108 128 160 168 ${centre.x} 176C240 168 292 128 316 60`, 2.4) +
      stroke(`M${centre.x} 174v${round(centre.y - centre.size - 176)}`, 5),
    centre: [centre],
    small: small > 0 ? around(centre, small, centre.size + 11, 1) : [],
    over: prongs(centre, small > 0 ? 0 : 1, prong),
  };
}

function bracelet(small: number, { stroke }: Tools): Design {
  const [rx, ry] = [142, 96];
  return {
    metal: stroke(ellipse(MIDDLE.x, MIDDLE.y, rx, ry), 15),
    centre: [],
    small: along(small, (turn) => onEllipse(MIDDLE, rx, ry, turn), (Math.PI * (rx + ry)) / small / 2.05),
  };
}

function necklace(small: number, { stroke }: Tools): Design {
  const point = (turn: number): { x: number; y: number } => {
    const angle = (0.04 + turn * 0.92) * Math.PI;
    return { x: MIDDLE.x - Math.cos(angle) * 128, y: 66 + Math.sin(angle) ** 0.8 * 226 };
  };
  const line = Array.from({ length: 61 }, (_, step) => point(step / 60));
  return {
    metal: stroke(`M${line.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}`, 2.4),
    centre: [],
    small: Array.from({ length: small }, (_, index) => {
      const turn = (index + 1) / (small + 1);
      return { ...point(turn), size: 8 + 5 * Math.sin(turn * Math.PI) };
    }),
  };
}

const circle = (x: number, y: number, radius: number): string => ellipse(x, y, radius, radius);
const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${x - rx} ${y}A${rx} ${ry} 0 1 1 ${x + rx} ${y}A${rx} ${ry} 0 1 1 ${x - rx} ${y}Z`;

/** A turn of 0 is at the top, clockwise. */
function onEllipse(
  { x, y }: { x: number; y: number },
  rx: number,
  ry: number,
  turn: number,
): { x: number; y: number } {
  return { x: x + Math.sin(turn * 2 * Math.PI) * rx, y: y - Math.cos(turn * 2 * Math.PI) * ry };
}

const along = (count: number, at: (turn: number) => { x: number; y: number }, size: number): Place[] =>
  Array.from({ length: count }, (_, index) => ({ ...at(index / count), size }));

/** A halo's stones, so large that they touch. */
function around(centre: Place, count: number, reach: number, ratio: number): Place[] {
  const across = centre.size / Math.max(ratio, 1) + (reach - centre.size);
  const size = (Math.PI * (across + reach)) / Math.max(count, 1) / 2.1;
  return along(count, (turn) => onEllipse(centre, across, reach, turn), Math.min(size, 13));
}

/** Four prongs at a stone's corners; none for a ratio of 0. */
function prongs(place: Place, ratio: number, prong: Tools['prong']): string {
  if (ratio === 0) return '';
  return [0.125, 0.375, 0.625, 0.875]
    .map((turn) => onEllipse(place, (place.size / Math.max(ratio, 1)) * 0.97, place.size * 0.97, turn))
    .map(({ x, y }) => prong(x, y))
    .join('');
}
