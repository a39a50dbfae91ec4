import { z } from 'zod';
import { addDays, earliestInstant, isBareDay } from '#contracts/vocabulary/house-time.ts';
import { writtenRowNumber } from '#contracts/vocabulary/row-numbers.ts';
import type { AuditAxis, AuditSearch } from '#projections/audit/index.ts';
import type { RestList } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

const oneOrMany = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
/** A day of the house or an instant, with any offset. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'give a day (YYYY-MM-DD) or an instant (ISO 8601).',
});

const filterSchema = z
  .strictObject({
    id: oneOrMany,
    /**
     * A parcel, a document's number, an instruction or any other name, ignoring case. It means the whole name or, when
     * there is none, the names that begin so; with a * at its end, always the names that begin so. The same holds for
     * `parcel` and `actor`.
     */
    q: z.string().trim().min(1).max(200),
    parcel: z.string().trim().min(1).max(200),
    customerId: writtenRowNumber,
    actor: z.string().trim().min(1).max(200),
    type: oneOrMany,
    undone: z.boolean(),
    effectiveFrom: moment,
    effectiveTo: moment,
    recordedFrom: moment,
    recordedTo: moment,
  })
  .partial();

/** A search with its names still as they were typed. */
export type TypedSearch = Omit<AuditSearch, 'about' | 'actors'> & {
  about: string | undefined;
  actor: string | undefined;
};

/**
 * The search that a list's `filter` asks for, by named axis (rule: Two axes). Days are days of the house,
 * both ends included; an instant as an end is itself included. Throws Refusal 400 naming the field.
 */
export function readSearch(filter: RestList['filter'], zone: string): TypedSearch {
  const read = filterSchema.safeParse(filter);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field =
      issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : String(issue?.path[0] ?? 'filter');
    const fix =
      issue?.code === 'unrecognized_keys'
        ? `cannot be filtered by; use ${Object.keys(filterSchema.shape).join(', ')}.`
        : (issue?.message ?? 'is not valid.');
    throw new Refusal(400, `filter: ${field} ${fix}`, { field: 'filter' });
  }
  const { id, q, parcel, customerId, actor, type, undone } = read.data;
  if (q !== undefined && parcel !== undefined && q.toLowerCase() !== parcel.toLowerCase())
    throw new Refusal(400, 'filter: give either q or parcel.', { field: 'filter' });
  const { effectiveFrom, effectiveTo, recordedFrom, recordedTo } = read.data;
  return {
    ids: id,
    about: parcel ?? q,
    customerId,
    actor,
    types: type,
    undone,
    effectiveFrom: effectiveFrom && from(effectiveFrom, zone),
    effectiveBefore: effectiveTo && after(effectiveTo, zone),
    recordedFrom: recordedFrom && from(recordedFrom, zone),
    recordedBefore: recordedTo && after(recordedTo, zone),
  };
}

/** The order of a list's `sort`; by default, what was learnt last comes first. Throws Refusal 400. */
export function readOrder(sort: RestList['sort']): { axis: AuditAxis; descending: boolean } {
  if (sort === null) return { axis: 'recorded', descending: true };
  const { field, descending } = sort;
  if (field === 'effectiveAt') return { axis: 'effective', descending };
  if (field === 'recordedAt' || field === 'position' || field === 'id')
    return { axis: 'recorded', descending };
  throw new Refusal(400, `sort: ${field} is none of recordedAt, effectiveAt, position, id.`, {
    field: 'sort',
  });
}

const from = (at: string, zone: string): string =>
  isBareDay(at) ? earliestInstant(at, zone) : new Date(at).toISOString();

/** The first instant after the end: of the next day, or a millisecond later. */
const after = (at: string, zone: string): string =>
  isBareDay(at) ? earliestInstant(addDays(at, 1), zone) : new Date(Date.parse(at) + 1).toISOString();
