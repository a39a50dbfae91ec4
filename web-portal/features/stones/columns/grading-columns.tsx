import { Fragment } from 'react';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { fancyWords } from '#contracts/stone-lists/readings.ts';
import { reportCheckUrl } from '#contracts/vocabulary/certificates.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { shapeKeysOf, type AttributeOrders } from '../../../lib/attributes.ts';
import {
  formatDepth,
  formatMeasurements,
  formatMillimetres,
  formatProportion,
  formatWeight,
  ratioOf,
} from '../../../lib/format.ts';
import { shapeNameOf } from '../../../lists/stone-facts.ts';
import type { ListColumn } from './list-column.ts';

const fixed2 = (value: number): string => formatWeight(value);

/** Lab, Cert and Weight. */
export const identity: readonly ListColumn[] = [
  {
    id: 'lab',
    label: 'Lab',
    kind: 'choice',
    look: 'quiet',
    read: (stone) => stone.lab,
    print: (stone) => stone.lab ?? '',
    exported: { place: 2, width: 8 },
  },
  {
    id: 'certNo',
    label: 'Cert',
    kind: 'text',
    look: 'quiet',
    wraps: 'always',
    read: (stone) => stone.certNo,
    print: (stone) => stone.certNo ?? '',
    cell: ({ certNo }) => certNo && <Certificate number={certNo} />,
    // To the lab's own report check, for GIA's labs (product: Spreadsheet export).
    exported: { place: 3, label: 'Cert Number', width: 18, link: (stone) => reportCheckUrl(stone) },
  },
  {
    id: 'weight',
    label: 'Weight',
    kind: 'number',
    align: 'right',
    unit: 'ct',
    bound: fixed2,
    read: (stone) => stone.weight,
    print: (stone) => formatWeight(stone.weight),
    exported: { place: 4, width: 9, format: '0.00' },
  },
];

/** A browser breaks no line after a hyphen between figures unless it is asked to. */
function Certificate({ number }: { number: string }) {
  const [first, ...others] = number.split('-');
  return (
    <>
      {first}
      {others.map((part, place) => (
        <Fragment key={place}>
          -<wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** The shape in words, by the cut where it is BL (product: Attribute lists); filters go by its code. */
export function shape(orders: AttributeOrders, lists: AttributeLists): ListColumn {
  const { keyOf, nameOf, codeOf } = shapeKeysOf(lists);
  return {
    id: 'shape',
    label: 'Shape',
    kind: 'choice',
    widest: 120,
    wraps: 'tight',
    rank: orders.shape,
    read: keyOf,
    print: (stone) => shapeNameOf(stone) ?? '',
    called: nameOf,
    picture: (key) => <ShapeDrawing shapeCode={codeOf(key)} />,
    exported: { place: 5, width: 16 },
  };
}

type Grade = 'colour' | 'clarity' | 'fluorescence' | 'cut' | 'polish' | 'symmetry';
const grade = (
  orders: AttributeOrders,
  id: Grade,
  label: string,
  place: number,
  more: Partial<ListColumn> = {},
): ListColumn => ({
  id,
  label,
  kind: 'choice',
  rank: orders[id],
  read: (stone) => stone[id],
  print: (stone) => stone[id] ?? '',
  exported: { place, width: 9 },
  ...more,
});

/** Colour; of fancy colours the certificate's words, and each of its three parts, which these words already say. */
export function colours(line: Line, orders: AttributeOrders, lists: AttributeLists): ListColumn[] {
  if (line !== 'fancyColour') return [grade(orders, 'colour', 'Colour', 6, { short: 'Col' })];
  const part = (
    id: 'fancyColour' | 'fancyIntensity' | 'fancyOvertone',
    label: string,
    place: number,
    known: AttributeLists['fancyColours'],
    more: Partial<ListColumn> = {},
  ): ListColumn => {
    const places = new Map(known.map(({ value }, order) => [value, order]));
    const names = new Map(known.map(({ value, description }) => [value, description]));
    const called = (value: string): string => names.get(value) ?? value;
    return {
      id,
      label,
      kind: 'choice',
      wraps: 'tight',
      extra: true,
      rank: (value) => places.get(value) ?? Infinity,
      read: (stone) => stone[id],
      print: (stone) => called(stone[id] ?? ''),
      called,
      exported: { place, width: 15 },
      ...more,
    };
  };
  return [
    {
      id: 'colour',
      label: 'Colour',
      kind: 'text',
      wraps: 'tight',
      read: fancyWords,
      print: (stone) => fancyWords(stone) ?? '',
      exported: { place: 6, width: 28 },
    },
    part('fancyColour', 'Fancy Colour', 31, lists.fancyColours, {
      picture: (hue) => <ShapeDrawing shapeCode="CU" fancyColour={hue} fancyIntensity="Fancy Intense" />,
    }),
    part('fancyIntensity', 'Intensity', 32, lists.fancyIntensities),
    part('fancyOvertone', 'Overtone', 33, lists.fancyOvertones),
  ];
}

/** Clarity, Flu, Cut, Pol, Sym. */
export const grades = (orders: AttributeOrders): ListColumn[] => [
  grade(orders, 'clarity', 'Clarity', 7, { short: 'Clar' }),
  grade(orders, 'fluorescence', 'Flu', 8, {
    name: 'Fluorescence',
    look: 'quiet',
    exported: { place: 8, label: 'Fluor', width: 9 },
  }),
  grade(orders, 'cut', 'Cut', 9),
  grade(orders, 'polish', 'Pol', 10, { name: 'Polish', exported: { place: 10, label: 'Polish', width: 9 } }),
  grade(orders, 'symmetry', 'Sym', 11, {
    name: 'Symmetry',
    exported: { place: 11, label: 'Symmetry', width: 10 },
  }),
];

const share = (
  id: 'tablePct' | 'depthPct',
  label: string,
  place: number,
  print: (value: number | undefined) => string,
): ListColumn => ({
  id,
  label,
  kind: 'number',
  align: 'right',
  unit: '%',
  read: (stone) => stone[id],
  print: (stone) => print(stone[id]),
  exported: { place, width: 9, format: '0.0' },
});

/** Table %, Depth %, Measurements and Ratio. */
export const proportions: readonly ListColumn[] = [
  share('tablePct', 'Table %', 12, formatProportion),
  share('depthPct', 'Depth %', 13, formatDepth),
  {
    id: 'measurements',
    label: 'Measurements',
    kind: 'text',
    look: 'quiet',
    align: 'right',
    unsorted: true,
    read: (stone) => formatMeasurements(stone) || undefined,
    print: formatMeasurements,
    exported: { place: 14, width: 22 },
  },
  {
    id: 'ratio',
    label: 'Ratio',
    kind: 'number',
    align: 'right',
    bound: fixed2,
    read: ratioOf,
    print: (stone) => formatMillimetres(ratioOf(stone)),
    exported: { place: 15, width: 8, format: '0.00' },
  },
];
