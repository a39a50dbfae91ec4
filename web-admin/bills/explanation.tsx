import { useState } from 'react';
import type { z } from 'zod';
import { explanationSchema } from '#contracts/api/bills.ts';
import { settlementWords } from '#contracts/billing/settlement-words.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { HouseTimeField } from '#web-shared/components/field/date-fields.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { termsInWords } from '#contracts/api/terms.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { formatMoment, formatTimesIn } from '#web-shared/formats/moments.ts';
import { lineKindName } from '#web-shared/formats/line-kinds.ts';
import { useGet } from '../providers/use-get.ts';
import styles from './bills.module.css';

type ExplanationProps = {
  customerId: number;
  month: string;
  /** The position that the bill was made at. */
  since: string;
};

/**
 * Why a month's bill changes when more is known: event by event, between two knowledge cuts (rule: Closing
 * and adjusting).
 */
export function Explanation({ customerId, month, since }: ExplanationProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState<{ from: string; to: string } | null>(null);
  const query = new URLSearchParams({ customerId: String(customerId), month, from: asked?.from || since });
  if (asked?.to) query.set('to', asked.to);
  const explanation = useGet(asked && `/api/bills/explain?${query.toString()}`, explanationSchema);
  const silent = explanation.data?.events.filter((event) => !changesIt(event)) ?? [];
  return (
    <Section title="Explain between two cuts">
      <form
        className={styles['cuts']}
        onSubmit={(event) => {
          event.preventDefault();
          if (asked?.from === from && asked.to === to) void explanation.refetch();
          else setAsked({ from, to });
        }}
      >
        <HouseTimeField
          label="Known then"
          value={from}
          onChange={setFrom}
          hint="In the house's time zone. Empty: what was known when the bill was made."
        />
        <HouseTimeField
          label="Known later"
          value={to}
          onChange={setTo}
          hint="In the house's time zone. Empty: everything known now."
        />
        <Button type="submit">Explain</Button>
      </form>
      {explanation.error && <p role="alert">{messageOf(explanation.error)}</p>}
      {explanation.data && (
        <>
          <p role="status">
            {formatPrice(explanation.data.before)} became {formatPrice(explanation.data.after)}
            {!explanation.data.events.some(changesIt) && ': nothing recorded in between changes this bill.'}
          </p>
          {explanation.data.settlement && (
            <p>{settlementWords(explanation.data.settlement, asked?.to ? 'then' : 'now')}</p>
          )}
          <Events events={explanation.data.events.filter(changesIt)} />
          {silent.length > 0 && (
            <details className={styles['silent']}>
              <summary>
                {silent.length === 1 ? 'One event' : `${silent.length} events`} in between changed nothing
              </summary>
              <Events events={silent} />
            </details>
          )}
        </>
      )}
    </Section>
  );
}

type Event = z.infer<typeof explanationSchema>['events'][number];

const changesIt = ({ delta, lines }: Event): boolean => delta !== 0 || lines.length > 0;

function Events({ events }: { events: readonly Event[] }) {
  return (
    <ul className={styles['events']}>
      {events.map((event) => (
        <li key={event.eventId}>
          <span>{termsInWords(formatTimesIn(event.what))}</span>
          <strong>{formatPrice(event.delta)}</strong>
          <span className={styles['quiet']}>
            Learnt {formatMoment(event.recordedAt)} from {event.actor}
            {event.reason && `, “${event.reason}”`}
            {event.lines.length > 0 && `: ${event.lines.map(changeOf).join(', ')}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** 'Fee B-1 $12.00 → $4.00'. */
const changeOf = ({ kind, parcelName, before, after }: Event['lines'][number]): string =>
  `${lineKindName(kind)}${parcelName === null ? '' : ` ${parcelName}`} ${formatPrice(before)} → ${formatPrice(after)}`;
