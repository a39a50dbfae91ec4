import type { VendorSettings } from '#contracts/events/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { stoneInWords } from '#contracts/vocabulary/stone-words.ts';

/** The notice that one vendor gets of an instruction. */
export type Notice = {
  instructionId: string;
  vendorId: number;
  customerId: number;
  intent: Intent;
  instructedAt: Instant;
  parcels: readonly ParcelState[];
};

/** True for the entry that an instruction has made in a parcel's record. */
export const belongsToInstruction = (instructionId: string, entry: ParcelState['entries'][number]): boolean =>
  'instructionId' in entry && entry.instructionId === instructionId;

/**
 * The notices of an instruction, one per vendor, in the order of its parcels (product: Vendor). A parcel
 * whose entry was undone in the meantime, or whose stream has no entry of it, is left out. Pure.
 */
export function noticesOf(instructionId: string, parcels: readonly ParcelState[]): Notice[] {
  const byVendor = new Map<number, Notice>();
  for (const parcel of parcels) {
    const entry = parcel.entries.find((row) => belongsToInstruction(instructionId, row));
    if (!entry || !('instructionId' in entry)) continue;
    if (parcel.undone.some(({ eventId }) => eventId === entry.eventId)) continue;
    const { vendorId } = parcel;
    const { customerId, type: intent, effectiveAt: instructedAt } = entry;
    const known = byVendor.get(vendorId);
    byVendor.set(vendorId, {
      instructionId,
      vendorId,
      customerId,
      intent,
      instructedAt,
      parcels: [...(known?.parcels ?? []), parcel],
    });
  }
  return [...byVendor.values()];
}

/**
 * True when the vendor wants to be notified of such instructions: `sendRequests`, `sendReturns`, `sendSales`
 * (product: Vendor).
 */
export function wantsNotice(
  settings: Pick<VendorSettings, 'sendRequests' | 'sendReturns' | 'sendSales'>,
  intent: Intent,
): boolean {
  if (intent === 'REQUEST') return settings.sendRequests;
  return intent === 'RETURN' ? settings.sendReturns : settings.sendSales;
}

const WORDS = {
  REQUEST: {
    subject: 'Request',
    one: 'This parcel was requested on memo',
    many: 'These parcels were requested on memo',
  },
  RETURN: {
    subject: 'Return',
    one: 'This parcel is being returned',
    many: 'These parcels are being returned',
  },
  SOLD: { subject: 'Sale', one: 'This parcel was sold', many: 'These parcels were sold' },
} as const satisfies Record<Intent, object>;

/**
 * What the vendor reads: parcels with their certificates, the intent and its day, and nothing of the customer
 * (rule: What one may not see). `zone` is the house's time zone, `shapeName` gives a shape's name.
 */
export function noticeText(
  notice: Notice,
  vendorName: string,
  zone: string,
  shapeName: ShapeName,
): { subject: string; text: string } {
  const { intent, parcels, instructedAt, instructionId } = notice;
  const words = WORDS[intent];
  const day = houseDayOf(instructedAt, zone);
  const count = parcels.length;
  const rows = parcels.map((parcel) => [
    parcel.parcelName,
    certificateOf(parcel),
    descriptionOf(parcel, shapeName),
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map(
    (row) =>
      `  ${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}`,
  );
  return {
    subject: `${words.subject} of ${count === 1 ? parcels[0]!.parcelName : `${count} parcels`}, ${day}`,
    text: `${vendorName}

${count === 1 ? words.one : words.many} on ${day}:

${lines.join('\n')}

${PRODUCT_NAME}, reference ${instructionId}
`,
  };
}

function certificateOf({ attributes: { lab, certNo } }: ParcelState): string {
  if (certNo === undefined) return 'no certificate';
  return lab === undefined ? certNo : `${lab} ${certNo}`;
}

function descriptionOf({ attributes, piece }: ParcelState, shapeName: ShapeName): string {
  return piece ? (piece.modelDescription ?? piece.model) : stoneInWords(attributes, shapeName);
}
