import type { Piece } from '#contracts/api/pieces.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { madeStones } from './made-stones.ts';

/** A made parcel of any line; a piece has its model's facts. */
export type MadeParcel = Stone &
  Partial<Pick<Piece, 'model' | 'modelDescription' | 'modelType' | 'modelSubType' | 'modelFinish'>>;

const HUES = ['Yellow', 'Pink', 'Blue'] as const;
const INTENSITIES = ['Fancy Light', 'Fancy', 'Fancy Vivid'] as const;
const TYPES = ['Ring', 'Earrings', 'Pendant', 'Bracelet'] as const;
const FINISHES = ['Platinum', 'Yellow Gold'] as const;

/** So many parcels of each line other than natural: LG-, FC- and J-numbers. */
export function madeOthers(count: number): Map<string, { line: Line; parcel: MadeParcel }> {
  const made = new Map<string, { line: Line; parcel: MadeParcel }>();
  for (const [place, stone] of madeStones(count, 7).entries()) {
    const { displayRap: _rap, displayRapPercent: _rapPercent, haSleeve: _sleeve, ...plain } = stone;
    const labGrown = { ...plain, parcelName: `LG-${100 + place}`, lab: 'GIA-LG', labGrown: true };
    made.set(labGrown.parcelName, { line: 'labGrown', parcel: labGrown });
    const hue = HUES[place % HUES.length]!;
    const intensity = INTENSITIES[place % INTENSITIES.length]!;
    const fancy: MadeParcel = {
      ...plain,
      parcelName: `FC-${100 + place}`,
      colour: 'FANCY',
      fancyColour: hue,
      fancyIntensity: intensity,
      fancyOvertone: 'None',
      colourText: `${intensity} ${hue}`,
      fancyColoured: true,
    };
    made.set(fancy.parcelName, { line: 'fancyColour', parcel: fancy });
    const piece = madePiece(place, stone);
    made.set(piece.parcelName, { line: 'jewellery', parcel: piece });
  }
  return made;
}

function madePiece(place: number, { weight, total, status, lastUpdated }: Stone): MadeParcel {
  const type = TYPES[place % TYPES.length]!;
  const finish = FINISHES[Math.floor(place / TYPES.length) % FINISHES.length]!;
  return {
    parcelName: `J-${100 + place}`,
    weight,
    total,
    status,
    lastUpdated,
    inCart: false,
    tentativeAvailability: false,
    labGrown: false,
    fancyColoured: false,
    virtual: false,
    model: `${type.slice(0, 2).toUpperCase()}-${finish.charAt(0)}`,
    modelDescription: `${type} in ${finish.toLowerCase()}`,
    modelType: type,
    modelSubType: 'Classic',
    modelFinish: finish,
  };
}

/** A parcel as its line's calls have it: a piece has no flags of stones. */
export function onTheWire(line: Line, parcel: MadeParcel): unknown {
  if (line !== 'jewellery') return parcel;
  const { labGrown: _labGrown, fancyColoured: _fancyColoured, virtual: _virtual, ...piece } = parcel;
  return piece;
}
