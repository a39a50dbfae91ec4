import type { BillWorking } from '#contracts/api/bill-working.ts';
import { termsInWords } from '#contracts/api/terms.ts';
import type { BillLine } from '#contracts/billing/index.ts';
import { houseDayOf, withHouseTimes } from '#contracts/vocabulary/house-time.ts';
import { dollars, moneyWords } from '#contracts/vocabulary/money.ts';
import { billSections, type BillDocument } from './bill-document.ts';
import { TERMS } from './terms-sheet.ts';
import { rateWords, shownCauses, termWords, type CausesOfOthers } from './words.ts';

type Line = BillWorking['sections'][number]['lines'][number];

/**
 * A bill as its customer reads it on screen: the lines of its workbook, each with its days and events, and the terms;
 * without costs, vendors or other customers (rule: What one may not see).
 */
export function billWorking(
  document: Pick<
    BillDocument,
    'bill' | 'issuedOn' | 'zone' | 'descriptions' | 'others' | 'terms' | 'overriddenTerms'
  >,
): BillWorking {
  const { bill, issuedOn, zone, others, terms, overriddenTerms } = document;
  return {
    month: bill.month,
    version: bill.version,
    issued: issuedOn,
    dueDate: bill.dueDate,
    total: dollars(bill.totalCents),
    overriddenTerms: [...overriddenTerms],
    sections: billSections(document).map(({ title, rows, totalCents }) => ({
      title,
      total: dollars(totalCents),
      lines: rows.map(({ line, item, description, working }) => ({
        item,
        description,
        working,
        amount: dollars(line.amountCents),
        override: line.override && {
          computed: dollars(line.computedCents),
          reason: line.override.reason,
        },
        days: daysOf(line),
        events: eventsOf(line, zone, others),
      })),
    })),
    terms: terms.map(({ from, to, terms: inForce }) => ({
      from,
      to,
      terms: TERMS.map(([term, words]) => ({
        name: words,
        value: termWords(term, inForce[term]),
      })),
    })),
  };
}

function daysOf(line: BillLine): Line['days'] {
  switch (line.kind) {
    case 'FEE':
      return line.working.segments.map(({ from, to, days, priceCents, ratePpm }) => ({
        from,
        to,
        days,
        words: `${rateWords(ratePpm)} a month of ${moneyWords(priceCents)}`,
      }));
    case 'TRUE_UP':
      return line.working.segments.map(({ from, to, days, minInventoryCents, heldCents, ratePpm }) => ({
        from,
        to,
        days,
        words: `${moneyWords(heldCents)} held of ${moneyWords(minInventoryCents)}, at ${rateWords(ratePpm)} a month`,
      }));
    default:
      return [];
  }
}

function eventsOf(line: BillLine, zone: string, others: CausesOfOthers): Line['events'] {
  if (line.kind !== 'ADJUSTMENT') return [];
  return shownCauses(line, others).map(({ what, actor, recordedAt, reason, deltaCents }) => ({
    day: houseDayOf(recordedAt, zone),
    what: termsInWords(withHouseTimes(what, zone)),
    by: actor,
    reason,
    difference: dollars(deltaCents),
  }));
}
