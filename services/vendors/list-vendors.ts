import type { VendorResource } from '#contracts/api/vendors.ts';
import type { RestList } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

const SORTED_BY = ['vendorId', 'name', 'tier', 'dxPrefix', 'markup'] as const;
const byLetters = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** The vendors that a list asks for, by name unless it says otherwise. Throws a Refusal (400) for a field it does not know. */
export function listVendors(
  vendors: readonly VendorResource[],
  { sort, filter }: Pick<RestList, 'sort' | 'filter'>,
): VendorResource[] {
  const tests = Object.entries(filter).map(([field, wanted]) => testOf(field, wanted));
  const found = vendors.filter((vendor) => tests.every((test) => test(vendor)));
  if (!sort) return found;
  const field = sort.field === 'id' ? 'vendorId' : SORTED_BY.find((known) => known === sort.field);
  if (!field)
    throw new Refusal(400, `sort: ${sort.field} is none of id, ${SORTED_BY.join(', ')}.`, { field: 'sort' });
  const direction = sort.descending ? -1 : 1;
  return found.toSorted(
    (a, b) => direction * byLetters.compare(String(a[field] ?? ''), String(b[field] ?? '')) || a.id - b.id,
  );
}

function testOf(field: string, wanted: unknown): (vendor: VendorResource) => boolean {
  if (field === 'q' && typeof wanted === 'string') {
    const part = wanted.trim().toLowerCase();
    return ({ vendorId, name, legalName, email, dxPrefix }) =>
      [vendorId, name, legalName, email, dxPrefix].join('\n').toLowerCase().includes(part);
  }
  if (field === 'id') {
    const ids = new Set((Array.isArray(wanted) ? wanted : [wanted]).map(Number));
    return ({ vendorId }) => ids.has(vendorId);
  }
  throw new Refusal(400, `filter: ${field} cannot be filtered by; use q, id, oldFeed.`, { field: 'filter' });
}
