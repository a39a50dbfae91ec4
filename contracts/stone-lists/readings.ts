import type { AttributeLists } from '../api/attributes.ts';
import type { Piece } from '../api/pieces.ts';
import type { ShowPrices } from '../vocabulary/price-modes.ts';
import type { Stone } from '../api/stones.ts';
import { certificateOffered } from '../vocabulary/certificates.ts';
import { isShown } from '../vocabulary/media.ts';
import type { Line } from '../vocabulary/lines.ts';
import type { Readings } from './filters.ts';
import { formatMeasurements, ratioOf, shapeKeysOf } from './values.ts';

/** A stone or piece of an Available list. */
export type ListedParcel = Partial<Stone> & Partial<Piece>;

type Seen = {
  line: Line;
  showPrices: ShowPrices;
  /** Lab-grown customers see a Diamond Type column (product: Stone table). */
  lgAllowed: boolean;
  attributes: AttributeLists;
};

/** What a column says of a flag. */
export const yesNo = (flag: boolean | undefined): string => (flag ? 'Yes' : 'No');
const fields = (...ids: (keyof ListedParcel & string)[]): Readings<ListedParcel> =>
  Object.fromEntries(
    ids.map((id) => [
      id,
      (row: ListedParcel) => {
        const value = row[id];
        return typeof value === 'boolean' ? undefined : value;
      },
    ]),
  );

/**
 * How the columns by which an Available list is filtered are read, where the portal does not show it: for those whom
 * the column is shown to (product: Stone table; rule: Price modes). A test holds it to the portal's columns.
 */
export function availableReadings({ line, showPrices, lgAllowed, attributes }: Seen): Readings<ListedParcel> {
  const priced = showPrices !== 'NONE';
  const ofAll: Readings<ListedParcel> = {
    ...fields('parcelName', 'lab', 'certNo', 'weight', ...(priced ? (['total'] as const) : [])),
    video: (row) => yesNo(isShown(row.photoUrl)),
    availability: availabilityWord,
    cart: (row) => yesNo(row.inCart),
  };
  if (line === 'jewellery')
    return { ...ofAll, ...fields('model', 'modelDescription', 'modelType', 'modelSubType', 'modelFinish') };
  const natural = line === 'natural';
  return {
    ...ofAll,
    ...fields(
      'colour',
      'clarity',
      'fluorescence',
      'cut',
      'polish',
      'symmetry',
      'tablePct',
      'depthPct',
      'tier',
    ),
    ...(line === 'fancyColour' && {
      ...fields('fancyColour', 'fancyIntensity', 'fancyOvertone'),
      colour: fancyWords,
    }),
    ...(priced && fields('ppc')),
    ...(natural && { haSleeve: (row) => yesNo(row.haSleeve) }),
    ...(natural && showPrices === 'WHOLESALE' && { rapPercent: (row) => row.displayRapPercent }),
    ...(lgAllowed && { diamondType }),
    certificate: (row) => yesNo(certificateOffered(row)),
    shape: shapeKeysOf(attributes).keyOf,
    measurements: (row) => formatMeasurements(row) || undefined,
    ratio: ratioOf,
  };
}

/** A fancy colour in the words of its certificate. */
export const fancyWords = ({ colourText, fancyColour }: ListedParcel): string | undefined =>
  colourText ?? fancyColour;

/** Whether the stone is in stock, or must be asked for. */
export const availabilityWord = ({ tentativeAvailability }: ListedParcel): string =>
  tentativeAvailability ? 'To be confirmed' : 'In stock';

export const diamondType = ({ labGrown }: ListedParcel): string => (labGrown ? 'Lab-grown' : 'Natural');
