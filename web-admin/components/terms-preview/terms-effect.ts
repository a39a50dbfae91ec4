import { useQuery } from '@tanstack/react-query';
import { billingEffectSchema } from '#contracts/api/bills.ts';
import { call } from '../../providers/http-client.ts';
import { countsAsShown, type Values } from '../form/changes-of.ts';

/** Terms by the form's names of them, in dollars, percent or days. */
export type TermChanges = Record<string, number>;

/** Whose terms a form has, and which of its fields are terms. */
export type TermsOf = { whose: 'customerId' | 'vendorId'; fields: readonly string[] };

/** The effect of these terms, as it was at the moment it was asked for. */
export type AskedTerms = { question: string; at: string };

/** The terms that would count: those that are not as the record has them, and those ticked to count as they are. */
export function termChanges(fields: readonly string[], values: Values, record?: Values): TermChanges {
  const changes: TermChanges = {};
  for (const field of fields) {
    const value = values[field];
    const counts = value !== record?.[field] || countsAsShown(values, field);
    if (typeof value === 'number' && counts) changes[field] = value;
  }
  return changes;
}

/** What is asked of the server about a form's terms, in a text that can be compared. */
export const questionOf = ({ whose, fields }: TermsOf, values: Values, record?: Values): string =>
  JSON.stringify({
    [whose]: record?.['id'],
    changes: termChanges(fields, values, record),
    effectiveAt: values['effectiveAt'] ?? undefined,
  });

/** What terms would change on bills and statements (rule: Preview); nothing is asked while it is null, nor written. */
export const useTermsEffect = (asked: AskedTerms | null) =>
  useQuery({
    queryKey: ['terms preview', asked],
    enabled: asked !== null,
    queryFn: () =>
      call('/api/bills/terms-preview', billingEffectSchema, {
        body: { effectiveAt: asked?.at, ...(JSON.parse(asked?.question ?? '{}') as object) },
      }),
  });
