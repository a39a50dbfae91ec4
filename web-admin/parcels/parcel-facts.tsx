import type { Timeline, TimelineSpell } from '#contracts/api/history.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { Moment } from '../components/moment.tsx';
import { customerNameOf } from '../components/record-names.ts';
import styles from './parcel.module.css';

const HELD = ['Customer', 'Outcome', 'Days'];
/** Only for who sees wholesale prices. */
const PRICED = ['Price', 'List price', 'Cost', 'GIA discount'];

type Of = { timeline: Timeline };

/** The parcel's anomalies (rule: Anomalies); nothing when there are none. */
export function Anomalies({ timeline: { anomalies } }: Of) {
  if (anomalies.length === 0) return null;
  return (
    <Section title="Anomalies">
      <ul className={styles['anomalies']}>
        {anomalies.map(({ eventId, reason, customerName }) => (
          <li key={`${eventId} ${reason}`}>
            <a href={`#was-${eventId}`}>{reason}</a>
            {customerName !== null && ` · ${customerName}`}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The customers that held it, from when to when, and what was frozen at the first entry (rule: Freezing). */
export function Spells({ timeline: { spells } }: Of) {
  if (spells.length === 0) return null;
  return (
    <Section title="Spells">
      <PlainTable label="Spells" head={spells.some(({ frozen }) => frozen) ? [...HELD, ...PRICED] : HELD}>
        {spells.map((spell) => (
          <Spell key={spell.key} spell={spell} />
        ))}
      </PlainTable>
    </Section>
  );
}

function Spell({ spell }: { spell: TimelineSpell }) {
  const { status, end, days, frozen } = spell;
  return (
    <tr>
      <th scope="row">{customerNameOf(spell)}</th>
      <td>{end === null ? <StatusChip status={status} /> : formatConstant(end)}</td>
      <td>
        {days.map(({ from, to, status: held, customerPrice }) => (
          <span key={from} className={styles['held']}>
            {from} – {to ?? 'now'}: {formatConstant(held)}
            {customerPrice !== undefined && ` at ${formatPrice(customerPrice)}`}
          </span>
        ))}
      </td>
      {frozen && (
        <>
          <td>{formatPrice(frozen.customerPrice)}</td>
          <td>{formatPrice(frozen.listPrice)}</td>
          <td>{formatPrice(frozen.cost)}</td>
          <td>{formatPercent(frozen.giaRoundDiscount)}</td>
        </>
      )}
    </tr>
  );
}

/** The list prices, each from its moment on; nothing for who sees no wholesale prices. */
export function ListPrices({ timeline: { listPrices } }: Of) {
  if (!listPrices) return null;
  return (
    <Section title="List prices">
      <PlainTable label="List prices" head={['From', 'List price', 'Cost', 'Learnt', 'By']}>
        {listPrices.toReversed().map(({ effectiveAt, total, cost, recordedAt, actor }) => (
          <tr key={`${effectiveAt} ${recordedAt}`}>
            <th scope="row">
              <Moment at={effectiveAt} />
            </th>
            <td>{formatPrice(total)}</td>
            <td>{formatPrice(cost)}</td>
            <td>
              <Moment at={recordedAt} />
            </td>
            <td>{actor}</td>
          </tr>
        ))}
      </PlainTable>
    </Section>
  );
}
