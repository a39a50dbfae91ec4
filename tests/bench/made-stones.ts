import { randomUUID } from 'node:crypto';
import { stoneStream, type StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { appendEvents, type CommandContext, type EventToAppend } from '#services/platform/commands/index.ts';

/** The events that a bench fills its store with. */

const CODE: Readonly<Record<Line, string>> = {
  natural: 'N',
  labGrown: 'L',
  fancyColour: 'F',
  jewellery: 'J',
};

/** The name of a line's stone number so and so. */
export const nameOf = (index: number, line: Line): string =>
  `${CODE[line]}-${String(index).padStart(6, '0')}`;

/** A parcel's whole stream. */
export async function append(context: CommandContext, name: string, events: EventToAppend[]): Promise<void> {
  const stream = { stream: stoneStream(name), revision: 'no_stream', lastRecordedAt: '' } as const;
  const actor = { username: 'bench', role: 'system' } as const;
  await appendEvents(context, stream, events, { commandId: name, actor });
}

/** Filled as a feed fills it, so that the bytes are those of real lists. */
function attributesOf(index: number): StoneAttributes {
  const of = <Value>(values: readonly Value[], step: number): Value =>
    values[Math.floor(index / step) % values.length]!;
  return {
    weight: 300 + ((index * 37) % 4000),
    lab: 'GIA',
    certNo: String(2_200_000_000 + index),
    shapeCode: of(['RD', 'OV', 'CU', 'EM', 'PR', 'RAD', 'PS', 'MQ'], 1),
    colour: of([...'DEFGHIJ'], 3),
    clarity: of(['IF', 'VVS1', 'VVS2', 'VS1', 'VS2', 'SI1', 'SI2'], 5),
    fluorescence: of(['N', 'F', 'M'], 7),
    cut: of(['EX', 'VG'], 11),
    polish: of(['EX', 'VG'], 13),
    symmetry: of(['EX', 'VG'], 17),
    tier: 'Reserve',
    tablePct: 57,
    depthPct: 61.8,
    girdlePct: 3.5,
    crownHeight: 15,
    crownAngle: 34.5,
    pavilionDepth: 43,
    pavilionAngle: 40.8,
    starHalves: 50,
    pavilionHalves: 75,
    length: 6.41,
    width: 6.43,
    height: 3.97,
    photoUrl: `https://media.example.com/v/${index}.mp4`,
    countryOfOrigin: 'Botswana',
    stillPhotoUrl: `https://media.example.com/p/${index}.jpg`,
  };
}

const priceOf = (index: number): number => 80_000 + ((index * 7919) % 3_000_000);

export function listed(parcelName: string, line: Line, index: number): EventToAppend {
  const attributes = attributesOf(index);
  const { weight, shapeCode } = attributes;
  const piece = {
    model: `Model ${index % 400}`,
    modelDescription: 'Four-prong solitaire ring',
    modelType: 'Ring',
    modelSubType: 'Solitaire',
    modelFinish: 'White Gold',
    components: [{ weight, shapeCode }],
  };
  return {
    type: 'StoneListed',
    id: randomUUID(),
    data: {
      parcelName,
      line,
      vendorId: 1,
      attributes,
      vendorAvailability: 'IN_STOCK',
      location: 'Safe 3',
      costCents: Math.round(priceOf(index) / 1.1),
      totalCents: priceOf(index),
      ...(line === 'jewellery' ? { piece } : {}),
      effectiveAt: '2026-01-05T15:00:00.000Z',
    },
  };
}

export function requested(index: number): EventToAppend {
  const price = { customerPriceCents: priceOf(index), listPriceCents: priceOf(index) };
  const frozen = {
    ...price,
    costCents: Math.round(priceOf(index) / 1.1),
    giaRoundDiscountPpm: 0,
    attributes: attributesOf(index),
  };
  const data = { customerId: 7, instructionId: `i${index}`, effectiveAt: '2026-03-02T15:00:00.000Z', frozen };
  return { type: 'StoneRequested', id: randomUUID(), data };
}

export function document(docType: 'MEMO' | 'RETURN_MEMO', index: number, effectiveAt: string): EventToAppend {
  return {
    type: 'DocumentReceived',
    id: randomUUID(),
    data: {
      instance: 'VITRINE',
      docType,
      docNo: `${docType}-${index}`,
      line: 1,
      version: 1,
      customerId: 7,
      accountCode: '07-01-0001',
      amountCents: priceOf(index),
      giaRoundDiscountPpm: 0,
      effectiveAt,
    },
  };
}
