import type { AttributeLists } from '#contracts/api/attributes.ts';
import {
  clientStone,
  goneStone,
  type ClientLinkView,
  type ClientStone,
} from '#contracts/api/client-links.ts';
import { certificateOffered } from '#contracts/vocabulary/certificates.ts';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { linesOfParcels, parcelsNamed } from '#projections/parcels/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import {
  lineView,
  shownParcel,
  stonesInLists,
  type DetailsReaders,
  type ShownParcel,
  type Viewer,
} from '#services/stones/index.ts';
import { likesOf, questionsOf, type ClientLinkRow } from './link-store.ts';

export type ViewContext = { readers: DetailsReaders; zone: string; clock: Clock };

/** The viewer of a client link: a customer's user with the prices of the link and no rights of staff. */
export const clientOf = ({
  customerId,
  madeBy,
  prices,
}: Pick<ClientLinkRow, 'customerId' | 'madeBy' | 'prices'>): Viewer => ({
  user: { username: madeBy },
  customerId,
  showPrices: prices,
  staff: false,
  administrator: false,
});

/** A parcel of the customer's that can be shown: requested or held. */
const OWN: readonly Status[] = ['REQUESTED', 'CUSTOMER'];
type Shown = { line: Line; parcel: ShownParcel; gone: boolean };

/**
 * Parcels as a customer's client sees them now, by name (rule: Client link). Available are those that the customer may
 * request and those that it has, each at its price in the customer's own lists; all others are gone.
 */
export async function shownNow(
  readers: DetailsReaders,
  client: Viewer,
  names: readonly string[],
): Promise<Map<string, Shown>> {
  const lines = await linesOfParcels(readers.db, names);
  const ofLine = async (line: Line): Promise<[string, Shown][]> => {
    const asked = names.filter((name) => lines.get(name) === line);
    if (asked.length === 0) return [];
    const view = await lineView(readers, client, line);
    const [any, { available, customer }] = await Promise.all([
      parcelsNamed(readers.db, line, asked),
      stonesInLists(readers, view, asked),
    ]);
    const shown = (parcels: readonly ShownParcel[], gone: boolean): [string, Shown][] =>
      parcels.map((parcel) => [parcel.parcelName, { line, parcel, gone }]);
    const there = [...available, ...customer.filter(({ status }) => OWN.includes(status))];
    const whatever = any.map((row) => shownParcel(view, row));
    return [...shown(whatever, true), ...shown(there, false)];
  };
  return new Map((await Promise.all(LINES.map(ofLine))).flat());
}

/** What a client sees by the link: these fields and no others. */
export async function viewOf(
  { readers, zone, clock }: ViewContext,
  link: ClientLinkRow,
): Promise<ClientLinkView> {
  const { db } = readers;
  const [{ lists }, names, shown, likes, questions] = await Promise.all([
    readers.words(),
    readers.customerNames([link.customerId]),
    shownNow(readers, clientOf(link), link.parcels),
    likesOf(db, [link.id]),
    questionsOf(db, [link.id]),
  ]);
  return {
    jeweller: names.get(link.customerId) ?? '',
    title: link.title,
    message: link.message,
    prices: link.prices,
    timeZone: zone,
    at: clock().toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    stones: link.parcels.flatMap((name, index) => {
      const one = shown.get(name);
      const place = index + 1;
      return one ? stoneOf(one, lists, { place, liked: likes.get(link.id)?.has(place) ?? false }) : [];
    }),
    questions: questions.map(({ id, place, text }) => ({ id, place, text })),
  };
}

/** Only the fields of the schema leave the house: no names, statuses, or anything that only the customer may see. */
function stoneOf(
  { line, parcel, gone }: Shown,
  lists: AttributeLists,
  the: { place: number; liked: boolean },
): ClientStone {
  const { total, ...rest } = parcel;
  const graded = 'fluorescence' in parcel ? parcel.fluorescence : undefined;
  const known = {
    ...rest,
    ...the,
    gone,
    piece: line === 'jewellery',
    fluorescence:
      lists.fluorescences.find(({ fluorescence }) => fluorescence === graded)?.description ?? graded,
    labGrown: line === 'labGrown',
    fancyColoured: line === 'fancyColour',
    certificate: !gone && line !== 'jewellery' && certificateOffered(parcel),
  };
  return gone ? goneStone.parse(known) : clientStone.parse({ ...known, price: total });
}
