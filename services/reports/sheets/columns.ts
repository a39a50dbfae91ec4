import { LINE_FACTS } from '#contracts/vocabulary/lines.ts';
import { count, money, words, type TableColumn } from '#services/platform/workbooks/table-sheet.ts';
import type { Gathered } from '../gather.ts';
import type { OfParcel } from '../parcel-rows.ts';

/** Who reads the sheets: cost, vendor, location and margin are for administrators (rule: Cost in reports). */
export type Readers = { withCost: boolean };

/** A customer as it was called then, with its number: two may have one name. */
export const customerWords = ({ records }: Gathered, customerId: number): string =>
  `${records.customers.get(customerId)?.identity.name ?? 'Customer'} (${customerId})`;

export const vendorWords = ({ records }: Gathered, vendorId: number): string =>
  `${records.vendors.get(vendorId)?.settings.name ?? 'Vendor'} (${vendorId})`;

export const lineWords = ({ line }: Pick<OfParcel, 'line'>): string => LINE_FACTS[line].title;

export const tierWords = ({ attributes }: Pick<OfParcel, 'attributes'>): string =>
  attributes.tier ?? 'No tier';

export const customerColumn = <Row extends { customerId: number }>(gathered: Gathered): TableColumn<Row> =>
  words('Customer', 30, ({ customerId }) => customerWords(gathered, customerId));

/** What a parcel is. */
export const parcelColumns = <Row extends OfParcel>(): TableColumn<Row>[] => [
  words('Parcel', 18, ({ parcelName }) => parcelName),
  words('Line', 22, lineWords),
  words('Tier', 13, tierWords),
  words('Lab', 9, ({ attributes }) => attributes.lab ?? null),
  words('Cert', 15, ({ attributes }) => attributes.certNo ?? null),
  { name: 'Weight', width: 10, kind: 'carats', of: ({ attributes }) => attributes.weight },
  words('Shape', 9, ({ attributes }) => attributes.shapeCode ?? null),
  words('Colour', 12, ({ attributes }) => attributes.fancyColour ?? attributes.colour ?? null),
  words('Clarity', 10, ({ attributes }) => attributes.clarity ?? null),
];

/** What administrators see of a parcel beside it; nothing for others. */
export const costColumns = <Row extends OfParcel>(
  gathered: Gathered,
  { withCost }: Readers,
): TableColumn<Row>[] =>
  withCost
    ? [
        words('Vendor', 26, ({ vendorId }) => vendorWords(gathered, vendorId)),
        words('Location', 18, ({ location }) => location),
        money('Cost', ({ costCents }) => costCents),
      ]
    : [];

/** One for each row, so that a filtered sheet counts its pieces. */
export const piecesColumn = <Row>(): TableColumn<Row> => ({
  ...count('Pcs', () => 1),
  width: 8,
  total: true,
});
