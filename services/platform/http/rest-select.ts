import { sql, type RawBuilder } from 'kysely';
import { TOTAL_IS_ESTIMATE } from '#contracts/api/history.ts';
import { countUpTo, inOrderOfNames, type Db } from '../database/index.ts';
import { Refusal } from '../refusal.ts';
import { sendContentRange, type RestList } from './rest-lists.ts';

/** As good as all: what a database's `int` holds. */
const MOST_COUNTED = 2_147_483_646;

/** A list of the back office that the database filters, sorts and limits. */
export type RestSelect = {
  /** A select with columns named like the resource's fields, `id` among them. */
  select: RawBuilder<unknown>;
  /** Fields that it can be sorted by, and the default order. */
  sortedBy: readonly string[];
  order: readonly [field: string, direction: 'ASC' | 'DESC'];
  /**
   * Of these, those that people read as names: in the order of `compareNames`. The others are by value, texts in the
   * database's own order.
   */
  names?: readonly string[];
  /** Of fields that are texts of a column: the column of the select that they are sorted by, so that its index serves. */
  behind?: Readonly<Record<string, string>>;
  /** Rows beyond which the total is an estimate, and marked as one; all are counted when left out. */
  countedTo?: number;
  /** Fields that it can be filtered by: equal to the value, or to one of a list of values. */
  filteredBy: readonly string[];
  /** Fields that `q` is searched in: as a substring, ignoring case. */
  searched: readonly string[];
};

/**
 * The rows that a list asks for, with their `Content-Range`; `Row` is a row of the select.
 * @throws {Refusal} 400 for a field that it cannot be sorted or filtered by
 */
export async function sendSelect<Row>(
  db: Db,
  reply: { header(name: string, value: string): unknown },
  resource: string,
  { select, sortedBy, order, names = [], behind = {}, countedTo, filteredBy, searched }: RestSelect,
  { sort, range, filter }: RestList,
): Promise<Row[]> {
  const conditions = Object.entries(filter).map(([field, wanted]) => {
    if (field === 'q' && typeof wanted === 'string') return contains(searched, wanted);
    if (field === 'id' || filteredBy.includes(field)) return equals(field, wanted);
    const known = ['q', 'id', ...filteredBy].join(', ');
    throw new Refusal(400, `filter: ${field} cannot be filtered by; use ${known}.`, { field: 'filter' });
  });
  if (sort && sort.field !== 'id' && !sortedBy.includes(sort.field)) {
    throw new Refusal(400, `sort: ${sort.field} is none of id, ${sortedBy.join(', ')}.`, { field: 'sort' });
  }
  const field = sort?.field ?? order[0];
  const column = sql.ref(behind[field] ?? field);
  const by = names.includes(field) ? inOrderOfNames(column) : column;
  const descending = sort?.descending ?? order[1] === 'DESC';
  const direction = descending ? sql`desc nulls last` : sql`asc nulls last`;
  const found = sql`from (${select}) as found where ${sql.join([sql`true`, ...conditions], sql` and `)}`;
  const [page, counted] = await Promise.all([
    sql<Row>`
      select * ${found} order by ${by} ${direction}, id ${direction}
      limit ${range.to - range.from + 1} offset ${range.from}`.execute(db),
    countUpTo(db, found, countedTo ?? MOST_COUNTED),
  ]);
  sendContentRange(reply, resource, range.from, page.rows.length, counted.total);
  if (counted.estimated) reply.header(TOTAL_IS_ESTIMATE, 'true');
  return page.rows;
}

/** The row of a list with that id, read as the list has it; undefined when there is none. `Row` is a row of the select. */
export async function rowOf<Row>(
  db: Db,
  { select }: Pick<RestSelect, 'select'>,
  id: number | string,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select * from (${select}) as found where id = ${id}`.execute(db);
  return rows[0];
}

function contains(fields: readonly string[], part: string): RawBuilder<boolean> {
  const text = sql`concat_ws(chr(10), ${sql.join(fields.map((field) => sql.ref(field)))})`;
  return sql`position(lower(${part.trim()}) in lower(${text})) > 0`;
}

function equals(field: string, wanted: unknown): RawBuilder<boolean> {
  if (wanted === null) return sql`${sql.ref(field)} is null`;
  const values = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
  return sql`${sql.ref(field)}::text = any(${values}::text[])`;
}
