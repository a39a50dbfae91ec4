import type { z } from 'zod';
import type { restQuery } from '#contracts/api/back-office.ts';
import { Refusal } from '../refusal.ts';
import { unstorableMessage, unstorableText } from '../storable-text.ts';

/** What a list of the back office asks for (the dialect of ra-data-simple-rest). */
export type RestList = {
  sort: { field: string; descending: boolean } | null;
  /** First and last row, counted from 0, both inclusive. */
  range: { from: number; to: number };
  filter: Record<string, unknown>;
};

const MOST_ROWS = 1000;

/**
 * Reads `sort=["name","ASC"]&range=[0,24]&filter={"q":"sm"}`; without a range the first 1000 rows.
 * @throws {Refusal} 400 naming the parameter
 */
export function readRestList({ sort, range, filter }: z.infer<typeof restQuery>): RestList {
  return { sort: readSort(sort), range: readRange(range), filter: readFilter(filter) };
}

/** The range's rows, and the `Content-Range` with their total. */
export function sendRange<Row>(
  reply: { header(name: string, value: string): unknown },
  resource: string,
  rows: readonly Row[],
  { from, to }: RestList['range'],
): Row[] {
  const page = rows.slice(from, to + 1);
  sendContentRange(reply, resource, from, page.length, rows.length);
  return page;
}

/** Like `sendRange`, for rows that the database has already limited. */
export function sendContentRange(
  reply: { header(name: string, value: string): unknown },
  resource: string,
  from: number,
  count: number,
  total: number,
): void {
  reply.header('content-range', `${resource} ${count === 0 ? '*' : `${from}-${from + count - 1}`}/${total}`);
}

function readSort(text: string | undefined): RestList['sort'] {
  if (text === undefined) return null;
  const sort = readJson('sort', text);
  if (
    !Array.isArray(sort) ||
    sort.length !== 2 ||
    typeof sort[0] !== 'string' ||
    (sort[1] !== 'ASC' && sort[1] !== 'DESC')
  ) {
    throw new Refusal(400, 'sort must be like ["name","ASC"].', { field: 'sort' });
  }
  return { field: sort[0], descending: sort[1] === 'DESC' };
}

function readRange(text: string | undefined): RestList['range'] {
  if (text === undefined) return { from: 0, to: MOST_ROWS - 1 };
  const range = readJson('range', text);
  const [from, to] = Array.isArray(range) ? (range as unknown[]) : [];
  if (!isRow(from) || !isRow(to) || to < from - 1 || to - from >= MOST_ROWS) {
    throw new Refusal(400, `range must be like [0,24], at most ${MOST_ROWS} rows.`, { field: 'range' });
  }
  return { from, to };
}

function readFilter(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const filter = readJson('filter', text);
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    throw new Refusal(400, 'filter must be like {"q":"sm"}.', { field: 'filter' });
  }
  return { ...filter };
}

function readJson(field: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (unstorableText(value) === null) return value;
  } catch (cause) {
    const { message } = cause as SyntaxError;
    throw new Refusal(400, `${field} is not valid JSON: ${message}`, { field });
  }
  throw new Refusal(400, unstorableMessage(field), { field });
}

function isRow(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
