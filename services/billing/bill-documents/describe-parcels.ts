import type { Bill, BillLine } from '#contracts/billing/index.ts';
import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import { foldParcel, parcelKnownAt, type ParcelState, type Spell } from '#contracts/lifecycle/index.ts';
import { grouped } from '#contracts/vocabulary/grouped.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { lastDayOf, type Month } from '#contracts/vocabulary/months.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { certificateInWords, stoneInWords } from '#contracts/vocabulary/stone-words.ts';
import { parcelDescriptions, parcelRecords } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/** How many parcels are read at a time, with all that was recorded of them: a bill may have lines of thousands. */
const AT_A_TIME = 500;

/**
 * A description of the parcel of each of a bill's lines, by the line's key; lines of no parcel, and of parcels that are
 * unknown, are left out.
 */
export async function describeLines(
  { db, zone, shapeName }: { db: Db; zone: string; shapeName: () => Promise<ShapeName> },
  bill: Pick<Bill, 'customerId' | 'cut' | 'lines'>,
): Promise<Map<string, string>> {
  const linesOf = grouped(bill.lines, ({ parcelName }) => parcelName);
  const names = [...linesOf.keys()].filter((name) => name !== null);
  if (names.length === 0) return new Map();
  const called = await shapeName();
  const described = new Map<string, string>();
  for (const some of inPortions(names, AT_A_TIME))
    for (const parcel of await parcelRecords(db, some)) {
      const lines = parcel.listed ? (linesOf.get(parcel.parcelName) ?? []) : [];
      for (const [key, words] of describedLines(bill, parcel, lines, zone, called)) described.set(key, words);
    }
  return described;
}

/**
 * Lines of one parcel, by their keys, each with the stone as the customer's spell froze it (rule: Freezing); without a
 * spell, as it was described at the bill's cut. A piece's model is not frozen: it is today's. Pure.
 */
export function describedLines(
  { customerId, cut }: Pick<Bill, 'customerId' | 'cut'>,
  parcel: ParcelState,
  lines: readonly BillLine[],
  zone: string,
  shapeName: ShapeName,
): [key: string, words: string][] {
  const known = parcelKnownAt(parcel, Number(cut.position));
  const spells = foldParcel(known, zone).spells.filter((spell) => spell.customerId === customerId);
  return lines.map((line) => {
    const entries = entriesOf(line);
    const spell =
      spells.find(({ entryIds }) => entryIds.some((id) => entries.includes(id))) ??
      // An adjustment may be because of a correction, or of terms, which are no entry.
      (line.kind === 'ADJUSTMENT' ? newestIn(line.working.month, spells) : undefined) ??
      spells.at(-1);
    const attributes = spell?.frozen.attributes ?? known.attributes;
    return [line.key, parcelWords({ attributes, piece: known.piece }, shapeName)];
  });
}

/** The newest of the spells that had begun by the end of the month. */
const newestIn = (month: Month, spells: readonly Spell[]): Spell | undefined =>
  spells.findLast(({ prices: [first] }) => first !== undefined && first.from <= lastDayOf(month));

/** Events by which a line's spell is known. */
function entriesOf(line: BillLine): string[] {
  switch (line.kind) {
    case 'FEE':
    case 'SALE':
    case 'REBATE':
      return [line.working.spellKey];
    case 'CREDIT':
    case 'REBATE_REVERSAL':
      return [line.working.credit.eventId];
    case 'DEPLOYMENT':
      return [line.working.memo.eventId];
    case 'ADJUSTMENT':
      return line.working.causes.map(({ eventId }) => eventId);
    case 'SURCHARGE':
    case 'TRUE_UP':
    case 'OPENING_BALANCE':
      return [];
  }
}

/** A description of each of these parcels as it is now, by name; unknown parcels are left out. */
export async function describeParcels(
  { db, shapeName }: { db: Db; shapeName: () => Promise<ShapeName> },
  parcelNames: readonly string[],
): Promise<Map<string, string>> {
  const names = [...new Set(parcelNames)];
  if (names.length === 0) return new Map();
  const parcels = await parcelDescriptions(db, names);
  const called = await shapeName();
  return new Map(parcels.map((parcel) => [parcel.parcelName, parcelWords(parcel, called)]));
}

/** A description of a parcel: a piece of jewellery or a stone. */
export const parcelWords = (
  { attributes, piece }: { attributes: StoneAttributes; piece?: PieceAttributes | null | undefined },
  shapeName: ShapeName,
): string => (piece ? pieceWords(piece) : stoneWords(attributes, shapeName));

/** '1.51 ct Round F VS1, GIA 2141234567'. */
export function stoneWords(stone: StoneAttributes, shapeName: ShapeName): string {
  const words = stoneInWords(stone, shapeName);
  const certificate = certificateInWords(stone);
  return certificate === '' ? words : `${words}, ${certificate}`;
}

/** 'Halo ring in platinum', or 'Halo ring, Platinum' where the description does not say so. */
export function pieceWords({ model, modelDescription, modelFinish }: PieceAttributes): string {
  const words = modelDescription ?? model;
  const finishNamed = modelFinish === undefined || words.toLowerCase().includes(modelFinish.toLowerCase());
  return finishNamed ? words : `${words}, ${modelFinish}`;
}
