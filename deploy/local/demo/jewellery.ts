import type { StoneAttributes } from '#contracts/events/index.ts';
import { rapPerCarat } from '#services/prices/index.ts';
import type { Offer } from '#services/vendors/index.ts';
import { proportionsOf } from './proportions.ts';
import type { Source } from './stones.ts';

type Kind = {
  type: string;
  subType: string;
  code: string;
  centre: readonly [number, number] | null;
  small: readonly [number, number];
  metalDollars: number;
  words: string;
};

/** What the house makes: the centre's weight and the number of small stones, each from–to; thousandths of a carat. */
const KINDS: readonly Kind[] = [
  {
    type: 'Ring',
    subType: 'Solitaire',
    code: 'RS',
    centre: [500, 1200],
    small: [0, 0],
    metalDollars: 620,
    words: 'Four-prong solitaire ring',
  },
  {
    type: 'Ring',
    subType: 'Halo',
    code: 'RH',
    centre: [400, 900],
    small: [18, 26],
    metalDollars: 760,
    words: 'Halo ring with a pavé band',
  },
  {
    type: 'Ring',
    subType: 'Three-Stone',
    code: 'RT',
    centre: [500, 900],
    small: [2, 2],
    metalDollars: 840,
    words: 'Three-stone ring',
  },
  {
    type: 'Ring',
    subType: 'Eternity Band',
    code: 'RB',
    centre: null,
    small: [16, 22],
    metalDollars: 540,
    words: 'Eternity band, shared prongs',
  },
  {
    type: 'Earrings',
    subType: 'Stud',
    code: 'ES',
    centre: null,
    small: [2, 2],
    metalDollars: 240,
    words: 'Martini stud earrings',
  },
  {
    type: 'Earrings',
    subType: 'Hoop',
    code: 'EH',
    centre: null,
    small: [20, 30],
    metalDollars: 480,
    words: 'Inside-out hoop earrings',
  },
  {
    type: 'Pendant',
    subType: 'Solitaire',
    code: 'PS',
    centre: [300, 700],
    small: [0, 0],
    metalDollars: 260,
    words: 'Solitaire pendant on a cable chain',
  },
  {
    type: 'Pendant',
    subType: 'Halo',
    code: 'PH',
    centre: [300, 600],
    small: [14, 20],
    metalDollars: 330,
    words: 'Halo pendant on a cable chain',
  },
  {
    type: 'Bracelet',
    subType: 'Tennis',
    code: 'BT',
    centre: null,
    small: [42, 56],
    metalDollars: 1350,
    words: 'Four-prong tennis bracelet',
  },
  {
    type: 'Necklace',
    subType: 'Station',
    code: 'NS',
    centre: null,
    small: [7, 11],
    metalDollars: 410,
    words: 'Diamonds-by-the-yard necklace',
  },
];
const FINISHES = [
  ['White Gold', 'W', 1],
  ['Yellow Gold', 'Y', 1],
  ['Rose Gold', 'R', 1],
  ['Platinum', 'P', 1.5],
] as const;

/** One of each kind in each metal: the house's 40 models. */
export const MODELS = KINDS.flatMap((kind, index) =>
  FINISHES.map(([finish, letter, factor]) => ({
    ...kind,
    model: `${kind.code}${210 + index}${letter}`,
    finish,
    factor,
  })),
);
export type Model = (typeof MODELS)[number];

/** A piece of a model, with its stones; the cost is metal, stones and work (product: Jewellery piece). */
export function jewelleryPiece(
  { random, certificates, prices }: Source,
  model: Model,
  number: number,
): Offer {
  const centre: StoneAttributes[] = [];
  if (model.centre) {
    const weight = Math.round(random.int(...model.centre) / 10) * 10;
    const shapeCode = random.weighted([
      ['RD', 70],
      ['OV', 16],
      ['EM', 8],
      ['CU', 6],
    ] as const);
    centre.push({
      weight,
      shapeCode,
      colour: random.pick(['E', 'F', 'G', 'H']),
      clarity: random.pick(['VS1', 'VS2', 'SI1']),
      lab: 'GIA',
      ...certificates.next('GIA'),
      polish: 'EX',
      symmetry: 'EX',
      ...(shapeCode === 'RD' && { cut: 'EX' }),
      ...proportionsOf(random, shapeCode, weight),
    });
  }
  const pieces = random.int(...model.small);
  const each =
    model.subType === 'Stud'
      ? random.int(25, 50) * 10
      : model.subType === 'Three-Stone'
        ? random.int(20, 30) * 10
        : random.int(2, 7) * 10;
  const smallGrade = { colour: random.pick(['F', 'G', 'H']), clarity: random.pick(['VS2', 'SI1', 'SI2']) };
  const small = Array.from({ length: pieces }, (): StoneAttributes => ({
    weight: each,
    shapeCode: 'RD',
    ...smallGrade,
  }));
  const components = [...centre, ...small];
  const stones =
    components.reduce((sum, stone) => sum + ((rapPerCarat(prices, stone) ?? 0) * stone.weight) / 1000, 0) *
    0.66;
  const costCents =
    Math.round(stones / 100 + model.metalDollars * model.factor * random.between(0.92, 1.1, 0.01)) * 100;
  const [main] = centre;
  return {
    parcelName: `AL-${model.model}-${String(number).padStart(3, '0')}`,
    line: 'jewellery',
    attributes: {
      weight: components.reduce((sum, stone) => sum + stone.weight, 0),
      ...(main?.lab && { lab: main.lab }),
      ...(main?.certNo && { certNo: main.certNo }),
    },
    piece: {
      model: model.model,
      modelDescription: `${model.words} in ${model.finish.toLowerCase()}`,
      modelType: model.type,
      modelSubType: model.subType,
      modelFinish: model.finish,
      components,
    },
    costCents,
    vendorAvailability: 'IN_STOCK',
    location: 'New York',
  };
}
