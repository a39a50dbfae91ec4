import type { Cents } from '#contracts/vocabulary/money.ts';
import type { ModelFields } from '#contracts/events/index.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import type { ImportedModel } from '#services/jewellery/index.ts';
import { MODELS, type Model } from './jewellery.ts';
import { pieceStillOf } from './media/index.ts';
import type { Step } from './steps.ts';

/** A model that can be ordered and of which no piece is at hand. */
type ToOrder = {
  name: string;
  description: string;
  type: string;
  subType: string;
  finish: string;
  dollars: number;
  quantity: number;
} & Pick<Partial<ModelFields>, 'tier' | 'labGrown' | 'hide'>;

const TO_ORDER: readonly ToOrder[] = [
  {
    name: 'RG220Y',
    description: 'Oval signet ring with a single diamond',
    type: 'Ring',
    subType: 'Signet',
    finish: 'Yellow Gold',
    dollars: 1480,
    quantity: 6,
  },
  {
    name: 'RG220W',
    description: 'Oval signet ring with a single diamond',
    type: 'Ring',
    subType: 'Signet',
    finish: 'White Gold',
    dollars: 1490,
    quantity: 4,
  },
  {
    name: 'RX221P',
    description: 'Bypass ring with two pear shapes',
    type: 'Ring',
    subType: 'Toi et Moi',
    finish: 'Platinum',
    dollars: 6900,
    quantity: 2,
    tier: 'Reserve',
  },
  {
    name: 'BC222Y',
    description: 'Open cuff with diamond ends',
    type: 'Bracelet',
    subType: 'Cuff',
    finish: 'Yellow Gold',
    dollars: 5250,
    quantity: 3,
  },
  {
    name: 'NT223W',
    description: 'Graduated tennis necklace',
    type: 'Necklace',
    subType: 'Tennis',
    finish: 'White Gold',
    dollars: 14_800,
    quantity: 1,
    tier: 'Reserve',
  },
  {
    name: 'EC224R',
    description: 'Cluster earrings with post backs',
    type: 'Earrings',
    subType: 'Cluster',
    finish: 'Rose Gold',
    dollars: 2360,
    quantity: 8,
  },
  {
    name: 'ES225W-LG',
    description: 'Martini stud earrings, laboratory-grown',
    type: 'Earrings',
    subType: 'Stud',
    finish: 'White Gold',
    dollars: 890,
    quantity: 12,
    tier: 'Clarity',
    labGrown: true,
  },
  {
    name: 'BT226W-LG',
    description: 'Four-prong tennis bracelet, laboratory-grown',
    type: 'Bracelet',
    subType: 'Tennis',
    finish: 'White Gold',
    dollars: 2950,
    quantity: 5,
    tier: 'Clarity',
    labGrown: true,
  },
];

/** Drawn for next season: hidden until they are shown. */
const NEXT_SEASON: readonly ToOrder[] = [
  {
    name: 'RH230R',
    description: 'Double halo ring with a cushion centre',
    type: 'Ring',
    subType: 'Halo',
    finish: 'Rose Gold',
    dollars: 5100,
    quantity: 0,
    hide: true,
  },
  {
    name: 'PS231P',
    description: 'Bezel pendant on a box chain',
    type: 'Pendant',
    subType: 'Solitaire',
    finish: 'Platinum',
    dollars: 1950,
    quantity: 4,
    hide: true,
  },
  {
    name: 'EH232Y',
    description: 'Huggie earrings with a pavé front',
    type: 'Earrings',
    subType: 'Hoop',
    finish: 'Yellow Gold',
    dollars: 1720,
    quantity: 6,
    hide: true,
  },
];

const TIERS: Readonly<Partial<Record<string, Tier>>> = { Platinum: 'Reserve', 'White Gold': 'Essentials' };

/** List prices in cents of the pieces that there ever are of a model, by its name. */
export type PiecePrices = ReadonlyMap<string, readonly Cents[]>;

/**
 * What the house's own sheet says of a model that has pieces: made to order too, in some metals. At the middle price of
 * its pieces, so that it costs about the same when none is there.
 */
function ofPieces(model: Model, index: number, prices: PiecePrices): ImportedModel {
  const sorted = [...(prices.get(model.model) ?? [])].sort((a, b) => a - b);
  return {
    name: model.model,
    fields: {
      description: `${model.words} in ${model.finish.toLowerCase()}`,
      type: model.type,
      subType: model.subType,
      finish: model.finish,
      totalCents: sorted[Math.floor(sorted.length / 2)] ?? null,
      additionalQuantity: index % 3 === 0 ? 2 + (index % 5) : 0,
      photoUrl: null,
      stillPhotoUrl: pieceStillOf({
        type: model.type,
        subType: model.subType,
        finish: model.finish,
        ...(model.centre && { shapeCode: 'RD' }),
        ratio: 1,
        colour: 'G',
        small: model.small[1],
      }),
      tier: TIERS[model.finish] ?? null,
      labGrown: false,
      hide: false,
    },
  };
}

/** Stones of what is pictured though no piece is there: of the others no picture has been taken yet. */
const PICTURED: Readonly<Record<string, number>> = {
  'Necklace Tennis': 48,
  'Bracelet Tennis': 44,
  'Earrings Stud': 2,
};

function stillToOrder({ type, subType, finish }: ToOrder): string | null {
  const small = PICTURED[`${type} ${subType}`];
  return small === undefined
    ? null
    : pieceStillOf({ type, subType, finish, shapeCode: undefined, ratio: 1, colour: 'G', small });
}

function toOrder(model: ToOrder): ImportedModel {
  const { name, dollars, quantity, ...attributes } = model;
  return {
    name,
    fields: {
      tier: null,
      labGrown: false,
      hide: false,
      ...attributes,
      photoUrl: null,
      stillPhotoUrl: stillToOrder(model),
      totalCents: dollars * 100,
      additionalQuantity: quantity,
    },
  };
}

/** The sheets of models that were imported after the first, by the demo's day. */
const SHEETS: ReadonlyMap<number, readonly ImportedModel[]> = new Map([
  [360, TO_ORDER.map(toOrder)],
  [
    700,
    [
      ...NEXT_SEASON.map(toOrder),
      ...TO_ORDER.slice(0, 3).map((model) => toOrder({ ...model, quantity: model.quantity - 1 })),
    ],
  ],
]);

/** Models imported on a day of the demo, counted from its first, 0. */
export function modelSteps(day: number, prices: PiecePrices): Step[] {
  const sheet =
    day === 0 ? MODELS.map((model, index) => ofPieces(model, index, prices)) : (SHEETS.get(day) ?? []);
  return sheet.map((model) => ({ kind: 'import-model', model }));
}

/** What jewellers have on back order at the end: of models that no piece is there of. */
export const ON_BACK_ORDER: readonly { customerId: number; models: string[]; remarks?: string }[] = [
  { customerId: 7, models: ['RX221P', 'EC224R', 'EC224R'], remarks: 'For the anniversary window.' },
  { customerId: 3, models: ['EC224R', 'BC222Y'] },
];
