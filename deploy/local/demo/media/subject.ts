import { z } from 'zod';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { PieceShown } from './piece.ts';

/** Where the demonstration's pictures and films are served; what is to be drawn stands in the address. */
export const MEDIA_PATH = '/demo-media';

const millimetres = z.coerce.number().min(0.5).max(60);
const percent = z.coerce.number().min(1).max(95).optional();
const word = z.string().min(1).max(40);

/** What of a stone its pictures show: measurements in millimetres, proportions in percent. */
export const stoneSubject = z.object({
  shape: z.string().regex(/^[A-Z]{2,3}$/),
  length: millimetres,
  width: millimetres,
  height: millimetres,
  table: percent,
  crown: percent,
  girdle: percent,
  star: percent,
  halves: percent,
  colour: word.optional(),
  fancy: word.optional(),
  intensity: word.optional(),
  overtone: word.optional(),
});
export type StoneSubject = z.infer<typeof stoneSubject>;

export const pieceSubject = z.object({
  type: word,
  sub: word,
  finish: word,
  shape: stoneSubject.shape.shape.optional(),
  ratio: z.coerce.number().min(0.3).max(3).default(1),
  colour: word.default('G'),
  small: z.coerce.number().int().min(0).max(80).default(0),
});

/** The address of a stone's still; undefined when its shape or measurements are not known. */
export const stillOf = (stone: StoneAttributes): string | undefined => address('still.svg', stone);

/** The address of a stone's turning view; undefined when its shape or measurements are not known. */
export const turningViewOf = (stone: StoneAttributes): string | undefined => address('turning', stone);

function address(kind: string, stone: StoneAttributes): string | undefined {
  const { shapeCode, length, width, height } = stone;
  if (shapeCode === undefined || !length || !width || !height) return undefined;
  const { fancyColour: fancy, fancyIntensity: intensity, fancyOvertone: overtone } = stone;
  return addressed(kind, {
    shape: shapeCode,
    length,
    width,
    height,
    table: stone.tablePct,
    crown: stone.crownHeight,
    girdle: stone.girdlePct,
    star: stone.starHalves,
    halves: stone.pavilionHalves,
    ...(fancy === undefined ? { colour: stone.colour } : { fancy, intensity, overtone }),
  });
}

/** The address of a picture of a piece, or of a model when there is no piece to look at. */
export function pieceStillOf({ type, subType, finish, shapeCode, ratio, colour, small }: PieceShown): string {
  return addressed('piece.svg', {
    type,
    sub: subType,
    finish,
    shape: shapeCode,
    ratio: Number(ratio.toFixed(2)),
    colour,
    small,
  });
}

function addressed(kind: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return `${MEDIA_PATH}/${kind}?${query.toString()}`;
}
