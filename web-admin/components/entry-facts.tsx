import { MONEY_FACTS, type HistoryResource } from '#contracts/api/history.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { spaced } from '#contracts/vocabulary/words.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatPercent } from '#web-shared/formats/figures.ts';
import styles from './entry-facts.module.css';

/** More than these stand in the title alone. */
const SHOWN = 5;
/** Fields for programs only. */
const HIDDEN: ReadonlySet<string> = new Set(['eventId', 'cut']);
const PERCENT = /(Rate|Rebate|Discount|Share|Pct\d?|markup)$/;

/** An entry's details beside who and when: 'fee rate 1.25 %, minimum inventory $50,000.00'. */
export function EntryFacts({ facts, label }: { facts: HistoryResource['facts']; label: string }) {
  const shown = Object.entries(facts).filter(([field]) => !HIDDEN.has(field));
  if (shown.length === 0) return null;
  const words = shown.map(([field, value]) => `${fieldName(field)} ${valueOf(field, value)}`);
  return (
    <span className={styles['facts']} aria-label={label} title={words.join('\n')}>
      {words.slice(0, SHOWN).join(' · ')}
      {words.length > SHOWN && ` · and ${words.length - SHOWN} more`}
    </span>
  );
}

/** minInventory → min inventory; any other name stays. */
const fieldName = (field: string): string =>
  /^[a-z]+([A-Z][a-z0-9]*)*$/.test(field) ? spaced(field) : field;

function valueOf(field: string, value: string | number | boolean | null): string {
  if (value === null) return field === 'amount' ? 'void' : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && MONEY_FACTS.has(field)) return formatPrice(value);
  if (typeof value === 'number' && PERCENT.test(field)) return formatPercent(value);
  if (field === 'weight') return `${value} ct`;
  return field === 'newDate' && typeof value === 'string' ? formatMoment(value) : String(value);
}
