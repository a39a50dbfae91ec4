import type { WireLine } from '#contracts/api/bill-lines.ts';
import { termsInWords } from '#contracts/api/terms.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { nameInWords, formatConstant } from '#contracts/vocabulary/words.ts';
import { formatMoment, formatTimesIn } from '#web-shared/formats/moments.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { Scroller } from '#web-shared/components/scroller/scroller.tsx';
import { Formula } from '../components/line-sheet/line-sheet.tsx';

/** As they come from the wire, by their names. */
type Fields = Readonly<Record<string, unknown>>;
/** What is shown of each. */
type Facts = Readonly<Record<string, string>>;

/** Beside a working's plain fields. */
type Parts = {
  segments?: readonly Fields[];
  causes?: readonly Fields[];
  credit?: Fields;
  invoice?: Fields | null;
  memo?: Fields;
};

/** How a line came about, whatever its kind: its plain fields, its segments or causes as a table, its documents. */
export function Working({ line }: { line: WireLine }) {
  const { segments = [], causes = [], credit, invoice, memo, ...plain } = line.working as Fields & Parts;
  const sentence = sentenceOf(plain);
  return (
    <>
      {sentence !== '' && <Formula>{sentence}</Formula>}
      <WorkingTable title="Segments" rows={segments.map(factsOf)} />
      <WorkingTable title="Causes" rows={causes.map(factsOf)} />
      {credit && <Formula>Credit: {sentenceOf(credit)}</Formula>}
      {invoice && <Formula>Invoice: {sentenceOf(invoice)}</Formula>}
      {memo && <Formula>Memo: {sentenceOf(memo)}</Formula>}
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
                {nameInWords(field)}
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

const formatDays = (days: number): string => formatNumberOf(days, ['day', 'days']);

/** A field's name means the same in each kind of line. */
const NUMBERS: Readonly<Record<string, (value: number) => string>> = {
  daysInMonth: formatDays,
  heldDays: formatDays,
  graceDays: formatDays,
  feeDays: formatDays,
  activeDays: formatDays,
  days: formatDays,
  rate: formatPercent,
  hafPct1: formatPercent,
  hafPct2: formatPercent,
  price: formatPrice,
  listPrice: formatPrice,
  cost: formatPrice,
  fees: formatPrice,
  minInventory: formatPrice,
  held: formatPrice,
  balance: formatPrice,
  given: formatPrice,
  billed: formatPrice,
  now: formatPrice,
  delta: formatPrice,
  amount: formatPrice,
};
const TEXTS: Readonly<Record<string, (value: string) => string>> = {
  from: formatMoment,
  to: formatMoment,
  effectiveAt: formatMoment,
  day: formatMoment,
  recordedAt: formatMoment,
  month: monthName,
  kind: formatConstant,
  term: nameInWords,
  type: auditTypeName,
  what: (what) => termsInWords(formatTimesIn(what)),
};

/** Ids of events and spells explain no amount. */
const HIDDEN: ReadonlySet<string> = new Set(['spellKey', 'eventId', 'eventIds']);
/** What is not the case is left out. */
const ONLY_WHEN_TRUE: ReadonlySet<string> = new Set(['haf', 'freedom']);

const isShown = ([field, value]: [string, unknown]): boolean =>
  !HIDDEN.has(field) && (value !== false || !ONLY_WHEN_TRUE.has(field));

const factsOf = (fields: Fields): Facts =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(isShown)
      .map(([field, value]) => [field, valueOf(field, value)]),
  );

/** What this page does not know, such as a field of a newer server's, as it was sent. */
function valueOf(field: string, value: unknown): string {
  if (ONLY_WHEN_TRUE.has(field)) return 'yes';
  if (field === 'reason' && value === null) return '–';
  if (typeof value === 'string') return TEXTS[field]?.(value) ?? value;
  if (typeof value === 'number' && NUMBERS[field]) return NUMBERS[field](value);
  return JSON.stringify(value);
}

const sentenceOf = (fields: Fields): string =>
  Object.entries(factsOf(fields))
    .map(([field, value]) => `${nameInWords(field)} ${value}`)
    .join(' · ');
