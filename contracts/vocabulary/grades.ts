/** The attribute lists (product: Attribute lists). Order counts from the best, 1 first. */
type GradedRow = { order: number; isFancy: boolean };

/** Fancy hearts-and-arrows shapes of the natural line (rule: HAF). */
export const HAF_SHAPES: readonly string[] = ['XP', 'IDC', 'IDO', 'IDH'];

const WHITE_COLOURS = [...'DEFGHIJKLMNOPQRSTUVWXYZ'];
export const COLOURS: readonly ({ colour: string; description: string } & GradedRow)[] = [
  ...WHITE_COLOURS.map((colour, index) => ({
    colour,
    description: colour,
    order: index + 1,
    isFancy: false,
  })),
  { colour: 'FANCY', description: 'Fancy', order: WHITE_COLOURS.length + 1, isFancy: true },
];

export const CLARITIES: readonly ({ clarity: string } & GradedRow)[] = [
  'FL',
  'IF',
  'VVS1',
  'VVS2',
  'VS1',
  'VS2',
  'SI1',
  'SI2',
  'SI3',
  'I1',
  'I2',
  'I3',
].map((clarity, index) => ({ clarity, order: index + 1, isFancy: false }));

export const FLUORESCENCES: readonly ({ fluorescence: string; description: string } & GradedRow)[] = [
  ['N', 'None'],
  ['F', 'Faint'],
  ['M', 'Medium'],
  ['S', 'Strong'],
  ['VS', 'Very Strong'],
].map(([fluorescence, description], index) => ({
  fluorescence: fluorescence!,
  description: description!,
  order: index + 1,
  isFancy: false,
}));

const grades = (gradeSet: 'CUT' | 'POLISH' | 'SYMMETRY', names: readonly string[]) =>
  names.map((grade, index) => ({ grade, order: index + 1, gradeSet }));

export const GRADES = [
  ...grades('CUT', ['ID', 'EX', 'VG', 'G', 'F', 'P', 'BL']),
  ...grades('POLISH', ['ID', 'EX', 'VG', 'G', 'F', 'P']),
  ...grades('SYMMETRY', ['ID', 'EX', 'VG', 'G', 'F', 'P']),
] as const;

const gradesIn = (set: (typeof GRADES)[number]['gradeSet']): string[] =>
  GRADES.filter(({ gradeSet }) => gradeSet === set).map(({ grade }) => grade);

/** The values of each graded attribute, best first. */
export const GRADED_VALUES = {
  colour: COLOURS.map(({ colour }) => colour),
  clarity: CLARITIES.map(({ clarity }) => clarity),
  fluorescence: FLUORESCENCES.map(({ fluorescence }) => fluorescence),
  cut: gradesIn('CUT'),
  polish: gradesIn('POLISH'),
  symmetry: gradesIn('SYMMETRY'),
} as const;

const described = (names: readonly string[]) => names.map((description) => ({ description }));

export const FANCY_COLOURS = described([
  'Yellow',
  'Pink',
  'Blue',
  'Green',
  'Orange',
  'Brown',
  'Champagne',
  'Grey',
  'Purple',
  'Red',
  'Violet',
  'Black',
]);
export const FANCY_OVERTONES = described([
  'None',
  'Yellowish',
  'Pinkish',
  'Bluish',
  'Greenish',
  'Orangey',
  'Brownish',
  'Greyish',
  'Purplish',
]);
export const FANCY_INTENSITIES = described([
  'Faint',
  'Very Light',
  'Light',
  'Fancy Light',
  'Fancy',
  'Fancy Intense',
  'Fancy Deep',
  'Fancy Dark',
  'Fancy Vivid',
]);

/** Laboratories that a vendor's feed or an ideal inventory may name (product: Crosstab). */
export const LABS = ['GIA', 'GIA-LG', 'AGS', 'AGSL', 'FM', 'IGI', 'IIDGR', 'HRD'] as const;
