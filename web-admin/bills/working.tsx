import type { z } from 'zod';
import type { wireLineSchema } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatConstant, formatNumberOf, formatPercent } from '#web-shared/formats/figures.ts';
import { Scroller } from '#web-shared/components/scroller/scroller.tsx';
import { Formula } from '../components/line-sheet/line-sheet.tsx';

export type WireLine = z.infer<typeof wireLineSchema>;

/** Fields that name an event rather than explain an amount: shown last, in small. */
const IDS: ReadonlySet<string> = new Set(['spellKey', 'eventIds', 'eventId']);
const RATES = /(rate|pct\d?)$/i;
const AMOUNTS = /(price|cents|held|minInventory|fees|given|billed|now|delta|amount|cost|balance)$/i;
const DAYS = /days/i;

/** How a line came about, whatever its kind: its plain fields, its segments as a table, its documents and causes. */
export function Working({ line }: { line: WireLine }) {
  const entries = Object.entries(line.working).filter(([field]) => !IDS.has(field));
  // What is not the case explains nothing.
  const plain = entries.filter(([, value]) => typeof value !== 'object' && value !== null && value !== false);
  const lists = entries.filter((entry): entry is [string, object[]] => Array.isArray(entry[1]));
  const documents = entries.filter(
    ([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  return (
    <>
      {plain.length > 0 && (
        <Formula>
          {plain.map(([field, value]) => `${nameOf(field)} ${shown(field, value)}`).join(' · ')}
        </Formula>
      )}
      {lists.map(([field, rows]) => (
        <WorkingTable key={field} title={nameOf(field)} rows={rows} />
      ))}
      {documents.map(([field, value]) => (
        <Formula key={field}>
          {nameOf(field)}:{' '}
          {Object.entries(value as object)
            .filter(([name]) => !IDS.has(name))
            .map(([name, one]) => `${nameOf(name)} ${shown(name, one)}`)
            .join(' · ')}
        </Formula>
      ))}
    </>
  );
}

function WorkingTable({ title, rows }: { title: string; rows: readonly object[] }) {
  const [first] = rows;
  if (!first) return null;
  const fields = Object.keys(first).filter((field) => !IDS.has(field));
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
                <td key={field}>{shown(field, (row as Record<string, unknown>)[field])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** 'feeDays' as 'Fee days'. */
function nameOf(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function shown(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') {
    if (DAYS.test(field) && !/CentDays|DollarDays/.test(field)) return formatNumberOf(value, ['day', 'days']);
    if (RATES.test(field)) return formatPercent(value);
    return AMOUNTS.test(field) ? formatPrice(value) : String(value);
  }
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) return formatMoment(value);
  return /^[A-Z_]+$/.test(value) ? formatConstant(value) : value;
}
