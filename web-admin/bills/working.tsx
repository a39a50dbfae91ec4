import type { WireCause, WireDocument, WireLine } from '#contracts/api/bill-lines.ts';
import { termsInWords } from '#contracts/api/terms.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { formatMoment, formatTimesIn } from '#web-shared/formats/moments.ts';
import { formatConstant, formatNumberOf, formatPercent } from '#web-shared/formats/figures.ts';
import { Scroller } from '#web-shared/components/scroller/scroller.tsx';
import { Formula } from '../components/line-sheet/line-sheet.tsx';

/** What is shown of each field, by its name on the wire. */
type Facts = Readonly<Record<string, string>>;

type Shown = {
  facts?: Facts;
  tables?: Readonly<Record<string, readonly Facts[]>>;
  /** By what each is to the line. */
  documents?: Readonly<Record<string, Facts>>;
};

/** How a line came about, whatever its kind: its plain fields, its segments or causes as a table, its documents. */
export function Working({ line }: { line: WireLine }) {
  const { facts = {}, tables = {}, documents = {} } = shownOf(line);
  const sentence = sentenceOf(facts);
  return (
    <>
      {sentence !== '' && <Formula>{sentence}</Formula>}
      {Object.entries(tables).map(([field, rows]) => (
        <WorkingTable key={field} title={nameOf(field)} rows={rows} />
      ))}
      {Object.entries(documents).map(([field, document]) => (
        <Formula key={field}>
          {nameOf(field)}: {sentenceOf(document)}
        </Formula>
      ))}
    </>
  );
}

function WorkingTable({ title, rows }: { title: string; rows: readonly Facts[] }) {
  const [first] = rows;
  if (!first) return null;
  const fields = Object.keys(first);
  return (
    <Scroller label={title}>
      <table>
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col">
                {nameOf(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {fields.map((field) => (
                <td key={field}>{row[field]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Ids of events and spells explain no amount and are left out; what is not the case, too. */
function shownOf(line: WireLine): Shown {
  switch (line.kind) {
    case 'FEE': {
      const {
        spellKey,
        eventIds,
        daysInMonth,
        heldDays,
        graceDays,
        feeDays,
        haf,
        freedom,
        segments,
        ...others
      } = line.working;
      return {
        facts: {
          daysInMonth: formatDays(daysInMonth),
          heldDays: formatDays(heldDays),
          graceDays: formatDays(graceDays),
          feeDays: formatDays(feeDays),
          ...(haf && { haf: 'yes' }),
          ...(freedom && { freedom: 'yes' }),
          ...asSent(others),
        },
        tables: {
          segments: segments.map(({ from, to, days, price, rate, ...further }) => ({
            from: formatMoment(from),
            to: formatMoment(to),
            days: formatDays(days),
            price: formatPrice(price),
            rate: formatPercent(rate),
            ...asSent(further),
          })),
        },
      };
    }
    case 'SURCHARGE': {
      const { fees, hafDollarDays, naturalDollarDays, hafPct1, hafPct2, ...others } = line.working;
      return {
        facts: {
          fees: formatPrice(fees),
          hafDollarDays: String(hafDollarDays),
          naturalDollarDays: String(naturalDollarDays),
          hafPct1: formatPercent(hafPct1),
          hafPct2: formatPercent(hafPct2),
          ...asSent(others),
        },
      };
    }
    case 'TRUE_UP': {
      const { daysInMonth, activeDays, segments, ...others } = line.working;
      return {
        facts: {
          daysInMonth: formatDays(daysInMonth),
          activeDays: formatDays(activeDays),
          ...asSent(others),
        },
        tables: {
          segments: segments.map(({ from, to, days, minInventory, held, rate, ...further }) => ({
            from: formatMoment(from),
            to: formatMoment(to),
            days: formatDays(days),
            minInventory: formatPrice(minInventory),
            held: formatPrice(held),
            rate: formatPercent(rate),
            ...asSent(further),
          })),
        },
      };
    }
    case 'OPENING_BALANCE': {
      const { balance, ...others } = line.working;
      return { facts: { balance: formatPrice(balance), ...asSent(others) } };
    }
    case 'SALE': {
      const { spellKey, invoice, price, listPrice, cost, ...others } = line.working;
      return {
        facts: {
          price: formatPrice(price),
          listPrice: formatPrice(listPrice),
          cost: formatPrice(cost),
          ...asSent(others),
        },
        documents: { invoice: documentFacts(invoice) },
      };
    }
    case 'REBATE': {
      const { spellKey, invoice, price, rate, term, ...others } = line.working;
      return {
        facts: {
          price: formatPrice(price),
          rate: formatPercent(rate),
          term: nameOf(term),
          ...asSent(others),
        },
        documents: { invoice: documentFacts(invoice) },
      };
    }
    case 'CREDIT': {
      const { credit, invoice, ...others } = line.working;
      return {
        facts: asSent(others),
        documents: {
          credit: documentFacts(credit),
          ...(invoice && { invoice: documentFacts(invoice) }),
        },
      };
    }
    case 'REBATE_REVERSAL': {
      const { credit, invoice, given, ...others } = line.working;
      return {
        facts: { given: formatPrice(given), ...asSent(others) },
        documents: { credit: documentFacts(credit), invoice: documentFacts(invoice) },
      };
    }
    case 'DEPLOYMENT': {
      const { memo, cost, ...others } = line.working;
      return {
        facts: { cost: formatPrice(cost), ...asSent(others) },
        documents: { memo: documentFacts(memo) },
      };
    }
    case 'ADJUSTMENT': {
      const { month, kind, billed, now, causes, ...others } = line.working;
      return {
        facts: {
          month: monthName(month),
          kind: formatConstant(kind),
          billed: formatPrice(billed),
          now: formatPrice(now),
          ...asSent(others),
        },
        tables: { causes: causes.map(causeFacts) },
      };
    }
  }
}

const documentFacts = ({ eventId, document, effectiveAt, day, amount, ...others }: WireDocument): Facts => ({
  document,
  effectiveAt: formatMoment(effectiveAt),
  day: formatMoment(day),
  amount: formatPrice(amount),
  ...asSent(others),
});

function causeFacts(cause: WireCause): Facts {
  const { eventId, type, what, position, recordedAt, actor, reason, delta, ...others } = cause;
  return {
    type: auditTypeName(type),
    what: termsInWords(formatTimesIn(what)),
    position,
    recordedAt: formatMoment(recordedAt),
    actor,
    reason: reason ?? '–',
    delta: formatPrice(delta),
    ...asSent(others),
  };
}

/** What this page does not know, such as a field of a newer server's, as it was sent. */
const asSent = (fields: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

const formatDays = (days: number): string => formatNumberOf(days, ['day', 'days']);

const sentenceOf = (facts: Facts): string =>
  Object.entries(facts)
    .map(([field, value]) => `${nameOf(field)} ${value}`)
    .join(' · ');

/** 'feeDays' as 'Fee days'. */
function nameOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
