import { sql } from 'kysely';
import type { ClientPrices } from '#contracts/api/client-links.ts';
import { encodeTextArray, type Db } from '#services/platform/database/index.ts';
import { createLinkRows, isLive, type LinkRow } from '#services/platform/signed-links/index.ts';

/** A client link. `parcels` are in the order shown. */
export type ClientLinkRow = LinkRow & {
  customerId: number;
  madeBy: string;
  prices: ClientPrices;
  title: string;
  message: string;
  parcels: readonly string[];
  firstOpenedAt: Date | null;
  activity: number;
  seen: number;
};
/** A question about the stone at this place, counted from 1; null when it is about none in particular. */
export type Question = { id: string; linkId: string; place: number | null; text: string; askedAt: Date };

const columns = sql`
  id, customer_id as "customerId", made_by as "madeBy", made_at as "madeAt", expires_at as "expiresAt", prices, title,
  message, parcels, first_opened_at as "firstOpenedAt", opened_at as "openedAt", revoked_at as "revokedAt", activity, seen`;
/** Opening a link for the first time counts as news. */
export const { findLink, liveLink, revokeLink, noteOpened } = createLinkRows<ClientLinkRow>(
  'vitrine.client_link',
  columns,
  (now) => sql`, first_opened_at = coalesce(first_opened_at, ${now}),
    activity = activity + (first_opened_at is null)::int`,
);

/** How long a link is kept after its end, with its likes and questions. */
const KEPT_DAYS = 90;

/** A customer's links of these price modes: valid ones first, the newest first. */
export async function linksOfCustomer(
  db: Db,
  customerId: number,
  prices: readonly ClientPrices[],
  now: Date,
): Promise<ClientLinkRow[]> {
  const { rows } = await sql<ClientLinkRow>`
    select ${columns} from vitrine.client_link
    where customer_id = ${customerId} and prices = any(${encodeTextArray(prices)}::text[])
    order by ${isLive(now)} desc, made_at desc, id`.execute(db);
  return rows;
}

/** How many of a customer's links are valid, and how many of those are of these price modes. */
export async function countLive(
  db: Db,
  customerId: number,
  prices: readonly ClientPrices[],
  now: Date,
): Promise<{ all: number; ofPrices: number }> {
  const { rows } = await sql<{ all: number; ofPrices: number }>`
    select count(*)::int as "all",
      (count(*) filter (where prices = any(${encodeTextArray(prices)}::text[])))::int as "ofPrices"
    from vitrine.client_link
    where customer_id = ${customerId} and ${isLive(now)}`.execute(db);
  return rows[0]!;
}

type NewLink = Pick<
  ClientLinkRow,
  'id' | 'customerId' | 'madeBy' | 'madeAt' | 'expiresAt' | 'prices' | 'title' | 'message' | 'parcels'
>;

/** Keeps a new link; one that has its id already stays as it is. Forgets the customer's links that ended long ago. */
export async function insertLink(db: Db, link: NewLink): Promise<void> {
  const { id, customerId, madeBy, madeAt, expiresAt, prices, title, message, parcels } = link;
  await sql`
    delete from vitrine.client_link
    where customer_id = ${customerId}
      and least(revoked_at, expires_at) < ${madeAt}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
  await sql`
    insert into vitrine.client_link (id, customer_id, made_by, made_at, expires_at, prices, title, message, parcels)
    values (${id}, ${customerId}, ${madeBy}, ${madeAt}, ${expiresAt}, ${prices}, ${title}, ${message},
      ${encodeTextArray(parcels)}::text[])
    on conflict (id) do nothing`.execute(db);
}

/** Notes how much the jeweller has seen of what its clients did. */
export async function noteSeen(
  db: Db,
  customerId: number,
  prices: readonly ClientPrices[],
  links: readonly { id: string; activity: number }[],
): Promise<void> {
  await sql`
    update vitrine.client_link as link set seen = greatest(link.seen, least(link.activity, shown.activity))
    from json_to_recordset(${JSON.stringify(links)}::json) as shown (id uuid, activity int)
    where link.id = shown.id and link.customer_id = ${customerId}
      and link.prices = any(${encodeTextArray(prices)}::text[])`.execute(db);
}

/** Sets whether the client likes a stone; a first like counts as news. */
export async function setLiked(db: Db, id: string, place: number, liked: boolean): Promise<void> {
  const { rows } = await sql`
    insert into vitrine.client_like (link_id, place, liked) select ${id}, ${place}, true where ${liked}
    on conflict do nothing returning place`.execute(db);
  if (rows.length > 0) await noteActivity(db, id);
  else
    await sql`
      update vitrine.client_like set liked = ${liked} where link_id = ${id} and place = ${place}`.execute(db);
}

/** The places of the stones that are liked, by link. */
export async function likesOf(db: Db, ids: readonly string[]): Promise<Map<string, Set<number>>> {
  const { rows } = await sql<{ id: string; places: number[] }>`
    select link_id as id, array_agg(place) as places from vitrine.client_like
    where liked and link_id = any(${encodeTextArray(ids)}::text[]::uuid[]) group by link_id`.execute(db);
  return new Map(rows.map(({ id, places }) => [id, new Set(places)]));
}

/** The questions of links, the oldest first. */
export async function questionsOf(db: Db, ids: readonly string[]): Promise<Question[]> {
  const { rows } = await sql<Question>`
    select id, link_id as "linkId", place, question as text, asked_at as "askedAt" from vitrine.client_question
    where link_id = any(${encodeTextArray(ids)}::text[]::uuid[]) order by asked_at, id`.execute(db);
  return rows;
}

/** Keeps a question; false when one with its id exists already. */
export async function insertQuestion(
  db: Db,
  { id, linkId, place, text, askedAt }: Question,
): Promise<boolean> {
  const { rows } = await sql`
    insert into vitrine.client_question (id, link_id, place, question, asked_at)
    values (${id}, ${linkId}, ${place}, ${text}, ${askedAt}) on conflict (id) do nothing returning id`.execute(
    db,
  );
  if (rows.length > 0) await noteActivity(db, linkId);
  return rows.length > 0;
}

const noteActivity = (db: Db, id: string) =>
  sql`update vitrine.client_link set activity = activity + 1 where id = ${id}`.execute(db);
