import {
  CLARITIES,
  COLOURS,
  FANCY_COLOURS,
  FANCY_INTENSITIES,
  FANCY_OVERTONES,
  FLUORESCENCES,
  LABS,
} from '#contracts/vocabulary/grades.ts';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { aliasLookup, type AliasLookup, type RankedAliases } from './exact-aliases.ts';

/** Where a feed states in words that a stone has none of this. */
export const NONE = 'NONE';

/** A table over a whole attribute list: each value with its words, then the trade's spellings of it. */
function table(
  values: readonly (readonly [string, ...string[]])[],
  trade: Readonly<Record<string, readonly string[]>>,
): RankedAliases {
  return Object.fromEntries(values.map(([code, ...words]) => [code, [words, trade[code] ?? []]]));
}

const shapes = table(
  SHAPES.map((row) => [row.shapeCode, row.description]),
  {
    RD: ['B', 'RND', 'RBC', 'RB', 'BR', 'Brilliant', 'Round Brilliant', 'Round Brilliant Cut'],
    OV: ['O', 'OVL', 'OC', 'OMB', 'Oval Brilliant', 'Oval Modified Brilliant'],
    CU: [
      'CUS',
      'CUSH',
      'CB',
      'CMB',
      'CUMB',
      'CUBR',
      'Cushion Brilliant',
      'Cushion Modified',
      'Cushion Modified Brilliant',
    ],
    EM: ['E', 'EC', 'EMR', 'EMER', 'Emerald Cut'],
    AS: [
      'ASC',
      'ASSCHER CUT',
      'SQ EM',
      'SQEM',
      'SQE',
      'SX',
      'SE',
      'Sq Emerald',
      'Sq. Emerald',
      'Sq.Emerald',
      'Square Emerald',
      'Square Emerald Cut',
    ],
    MQ: ['MAR', 'MARQ', 'MQB', 'MB', 'Marquise Brilliant'],
    PS: ['PE', 'PEA', 'PB', 'PMB', 'Pear Shape', 'Pear Brilliant', 'Pear Modified Brilliant'],
    PR: ['PRI', 'PRN', 'PRIN', 'PC', 'Princess Cut', 'Square Modified', 'Square Modified Brilliant'],
    HS: ['HE', 'HRT', 'HT', 'HB', 'Heart Shape', 'Heart Brilliant', 'Heart Modified Brilliant'],
    RAD: [
      'RA',
      'CCRMB',
      'Radiant Cut',
      'Cut-Cornered Rectangular Modified Brilliant',
      'Cut-Cornered Square Modified Brilliant',
    ],
    XP: ['Hearts and Arrows Princess', 'H&A Princess'],
    IDC: ['Hearts and Arrows Cushion', 'H&A Cushion'],
    IDO: ['Hearts and Arrows Oval', 'H&A Oval'],
    IDH: ['Hearts and Arrows Heart', 'H&A Heart'],
  },
);

const colours = table(
  COLOURS.map((row) => [row.colour, row.description]),
  { FANCY: ['FCD', 'FC', 'FCY', 'Fancy Colour', 'Fancy Color'] },
);

const clarities = table(
  CLARITIES.map((row) => [row.clarity]),
  {
    FL: ['Flawless'],
    IF: ['Internally Flawless', 'LC', 'Loupe Clean'],
    VVS1: ['VVS-1', 'VVS 1'],
    VVS2: ['VVS-2', 'VVS 2'],
    VS1: ['VS-1', 'VS 1'],
    VS2: ['VS-2', 'VS 2'],
    SI1: ['SI-1', 'SI 1'],
    SI2: ['SI-2', 'SI 2'],
    SI3: ['SI-3', 'SI 3'],
    I1: ['I-1', 'I 1', 'P1', 'Pique 1'],
    I2: ['I-2', 'I 2', 'P2', 'Pique 2'],
    I3: ['I-3', 'I 3', 'P3', 'Pique 3'],
  },
);

const strengths = ['Blue', 'Yellow', 'White', 'Orange', 'Green'];
const glows = (...words: readonly string[]) =>
  words.flatMap((word) => strengths.map((colour) => `${word} ${colour}`));
const fluorescences = table(
  FLUORESCENCES.map((row) => [row.fluorescence, row.description]),
  {
    N: ['NON', 'NIL', 'NO', 'Inert', 'Negligible'],
    F: [
      'FNT',
      'FA',
      'SL',
      'SLT',
      'Slight',
      'VSL',
      'VSLT',
      'Very Slight',
      'Very Faint',
      ...glows('Faint', 'Slight', 'Very Slight'),
    ],
    M: ['MED', 'MD', ...glows('Medium', 'Med')],
    S: ['ST', 'STG', 'STR', ...glows('Strong')],
    VS: ['VST', 'VSTG', 'VSTR', 'V Strong', 'V.Strong', ...glows('Very Strong')],
  },
);

const GRADE_WORDS = {
  ID: [['Ideal'], ['AGS0', 'AGS 0']],
  EX: [['Excellent'], ['EXC', 'X', '3EX', 'XXX']],
  VG: [['Very Good'], ['V.Good', 'V Good', 'VGD']],
  G: [['Good'], ['GD']],
  F: [['Fair'], ['FR']],
  P: [['Poor'], ['PR']],
} as const;
const polish: RankedAliases = GRADE_WORDS;
const cuts: RankedAliases = { ...GRADE_WORDS, BL: [['Brilliant']] };

const nothing = (...spellings: readonly string[]): RankedAliases => ({ [NONE]: [['None'], spellings] });

const labs = table(
  LABS.map((lab) => [lab]),
  {
    'GIA-LG': ['GIA LG', 'GIALG', 'GIA LGD', 'GIA Lab Grown', 'GIA Laboratory-Grown'],
    HRD: ['HRD Antwerp'],
  },
);

/** The one word of availability that promises the stone (rule: Tentative availability). */
export const IN_STOCK = 'IN_STOCK';
const availabilities: RankedAliases = {
  [IN_STOCK]: [
    ['In Stock', 'Available'],
    ['A', 'AV', 'AVL', 'Avail', 'G', 'GA', 'Yes', 'Y', 'Guaranteed Available', 'Guaranteed'],
  ],
  MEMO: [['On Memo'], ['M', 'Out on Memo']],
  HOLD: [['On Hold'], ['H', 'Hold', 'Reserved']],
  IN_TRANSIT: [['In Transit'], ['T', 'Transit']],
  NOT_AVAILABLE: [['Not Available'], ['Unavailable', 'Not In Stock', 'No', 'N', 'NA']],
  SOLD: [['Sold'], ['Sold Out']],
};
const AWAY: ReadonlySet<string | undefined> = new Set(['NOT_AVAILABLE', 'SOLD']);

const described = (
  rows: readonly { description: string }[],
  trade: Readonly<Record<string, readonly string[]>> = {},
) =>
  table(
    rows.map((row) => [row.description]),
    trade,
  );

/** The tables, by what they normalise; tests go through them all. */
export const ALIAS_TABLES = {
  shapeCode: shapes,
  colour: colours,
  clarity: clarities,
  fluorescence: fluorescences,
  cut: cuts,
  polish,
  symmetry: polish,
  lab: { ...labs, ...nothing('NC', 'Non Cert', 'Non-Cert', 'Uncertified', 'No Cert') },
  fancyColour: described(FANCY_COLOURS, { Grey: ['Gray'] }),
  fancyOvertone: described(FANCY_OVERTONES, { Greyish: ['Grayish'], Orangey: ['Orangish'] }),
  fancyIntensity: described(FANCY_INTENSITIES, {
    'Fancy Intense': ['FI', 'Intense'],
    'Fancy Deep': ['FD', 'Deep'],
    'Fancy Dark': ['Dark'],
    'Fancy Vivid': ['FV', 'Vivid'],
  }),
  vendorAvailability: availabilities,
  group: {
    ...table(
      TIERS.map((tier) => [tier]),
      { Exceptional: ['Exceptional Tier', 'Yes', 'Y', 'True', '1'] },
    ),
    ...nothing('No', 'N', 'False', '0'),
  },
} as const satisfies Readonly<Record<string, RankedAliases>>;

export type GradedAttribute = keyof typeof ALIAS_TABLES;

const lookups = new Map<string, AliasLookup>(
  Object.entries(ALIAS_TABLES).map(([attribute, rows]) => [attribute, aliasLookup(rows)]),
);

/** 'M-N', 'M/N', 'M to N': a range of the colours that are letters, best and worst. */
const COLOUR_RANGE = /^([D-Z])\s*(?:-|–|\/|to)\s*([D-Z])$/i;

/**
 * The grade of the attribute's list that the vendor's spelling stands for; undefined for an unknown spelling. A range of
 * colours is its worse end (rule: Ranges and numbers).
 */
export function normalised(attribute: GradedAttribute, spelling: string): string | undefined {
  const range = attribute === 'colour' ? COLOUR_RANGE.exec(spelling.trim()) : null;
  if (range)
    return range
      .slice(1)
      .map((letter) => letter.toUpperCase())
      .sort()
      .at(-1);
  return lookups.get(attribute)?.(spelling);
}

/** Whether the cell of an availability column says that the stone is sold or not available (rule: Availability and line). */
export const isAway = (availability: string | undefined): boolean =>
  availability !== undefined && AWAY.has(normalised('vendorAvailability', availability));
