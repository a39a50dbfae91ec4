import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillWorking } from '#contracts/api/bill-working.ts';
import { overriddenTermWords } from '#contracts/billing/overridden-terms.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { monthName, type Month } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Loaded } from '#web-shared/components/loaded/loaded.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { billWorkingQuery } from './api/get-bill-working.ts';
import styles from './bill-working.module.css';

type Section = BillWorking['sections'][number];
type Line = Section['lines'][number];

/** How a month's bill comes about: its lines, each opening to its days and events, and the terms (product: Invoices dialog). */
export function BillWorkingPanel({ month }: { month: Month }) {
  const working = useQuery(billWorkingQuery(month));
  return (
    <Loaded query={working} what="The working" height={180}>
      {(bill) => <Bill month={month} bill={bill} />}
    </Loaded>
  );
}

function Bill({ month, bill }: { month: Month; bill: BillWorking }) {
  const { version, issued, dueDate, total, sections, terms, overriddenTerms } = bill;
  return (
    <section className={styles['bill']} aria-label={`Bill for ${monthName(month)}`}>
      <header>
        <h3>Bill for {monthName(month)}</h3>
        <strong>{formatPrice(total)}</strong>
        <p>
          Version {version} · issued {issued} · due {dueDate}
        </p>
      </header>
      {overriddenTerms.map((term) => (
        <p key={term.name}>{overriddenTermWords(term)}</p>
      ))}
      {sections.map((section) => (
        <Lines key={section.title} section={section} />
      ))}
      <Terms terms={terms} />
    </section>
  );
}

/** Lines that are drawn at first: a bill can have thousands. */
const SHOWN_AT_FIRST = 25;

function Lines({ section: { title, total, lines } }: { section: Section }) {
  const [all, setAll] = useState(false);
  return (
    <div className={styles['section']}>
      <h4>
        <span>{title}</span>
        <span>{formatPrice(total)}</span>
      </h4>
      {(all ? lines : lines.slice(0, SHOWN_AT_FIRST)).map((line, place) => (
        <LineOpened key={place} line={line} />
      ))}
      {!all && lines.length > SHOWN_AT_FIRST && (
        <Button onClick={() => setAll(true)}>
          Show all {formatNumberOf(lines.length, ['line', 'lines'])}
        </Button>
      )}
    </div>
  );
}

function LineOpened({
  line: { item, description, working, amount, override, days, events },
}: {
  line: Line;
}) {
  return (
    <details>
      <summary>
        <span>
          {item} <small>{description}</small>
        </span>
        <span className={styles['amount']}>{formatPrice(amount)}</span>
      </summary>
      <p>{working}</p>
      {days.length > 0 && (
        <ul aria-label="Days">
          {days.map((each) => (
            <li key={each.from}>
              {each.from === each.to ? each.from : `${each.from} to ${each.to}`}:{' '}
              {formatNumberOf(each.days, ['day', 'days'])} at {each.words}
            </li>
          ))}
        </ul>
      )}
      {events.length > 0 && (
        <ul aria-label="Events">
          {events.map(({ day, what, by, reason, difference }, place) => (
            <li key={place}>
              {day}: {what}, by {by}
              {reason !== null && ` (${reason})`}: {formatPrice(difference)}
            </li>
          ))}
        </ul>
      )}
      {override && (
        <p>
          Computed {formatPrice(override.computed)}; set to {formatPrice(amount)}: {override.reason}
        </p>
      )}
    </details>
  );
}

function Terms({ terms }: Pick<BillWorking, 'terms'>) {
  return terms.map(({ from, to, terms: inForce }) => (
    <details key={from} className={styles['terms']}>
      <summary>
        Terms from {from} to {to}
      </summary>
      <dl>
        {inForce.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  ));
}
