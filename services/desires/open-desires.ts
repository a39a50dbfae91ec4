import type { OpenDesireResource } from '#contracts/api/desires.ts';
import { rowsAsked, type RestList } from '#services/platform/http/index.ts';

/**
 * The open desires that a back-office list asks for: by `customerId`, by `id`, or by the text `q` in a customer's name
 * or the remarks; longest open first unless sorted otherwise. Pure. Throws Refusal 400 for a field it does not know.
 */
export const chosenDesires = (
  rows: readonly OpenDesireResource[],
  asked: Pick<RestList, 'sort' | 'filter'>,
): OpenDesireResource[] =>
  rowsAsked(rows, asked, {
    key: 'id',
    sortedBy: ['requestedAt', 'customerName', 'customerId'],
    filteredBy: ['customerId'],
    searched: ({ customerName, remarks }) => [customerName, remarks].join('\n'),
  });
