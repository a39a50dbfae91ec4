import type { Timeline, TimelineEntry, TimelineStep } from '#contracts/api/history.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { useState } from 'react';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import { EntryFacts } from '../components/entry-facts.tsx';
import { Moment } from '../components/moment.tsx';
import { entryName } from '../components/entry-name.ts';
import { customerNameOf } from '../components/record-names.ts';
import { isDecisive } from './drawn-timeline.ts';
import { LearntEffect } from './learnt-effect.tsx';
import styles from './parcel.module.css';

type Lane = { timeline: Timeline };

/** What was, in the order in which it happened; what does not count is struck out and says why. */
export function Was({ timeline: { entries } }: Lane) {
  return (
    <Section title="What was">
      {entries.length === 0 ? (
        <p className="nothing">No customer has had it.</p>
      ) : (
        <ol className={styles['lane']}>
          {entries.map((entry) => (
            <li key={entry.eventId} id={`was-${entry.eventId}`} data-live={entry.state === 'LIVE'}>
              <Happened entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Happened({ entry }: { entry: TimelineEntry }) {
  const { type, state, effectiveAt, recordedEffectiveAt, recordedAt, actor, statusAfter } = entry;
  const name = entryName(type);
  return (
    <>
      <p className={styles['first']}>
        {state === 'LIVE' ? <strong>{name}</strong> : <s>{name}</s>}
        {state !== 'LIVE' && <em>{formatConstant(state)}</em>}
        {statusAfter && <StatusChip status={statusAfter} where="requestable" />}
        <Moment at={effectiveAt} />
      </p>
      <p className={styles['second']}>
        {customerNameOf(entry)} · learnt <Moment at={recordedAt} /> from {actor}
        {recordedEffectiveAt !== undefined && (
          <>
            {' '}
            · first dated <Moment at={recordedEffectiveAt} />
          </>
        )}
        {entry.document && (
          <>
            {' '}
            · {entry.document.id} version {entry.document.version}
            {typeof entry.document.amount === 'number' && `, ${formatPrice(entry.document.amount)}`}
          </>
        )}
      </p>
      {entry.reason !== undefined && <p className={styles['why']}>{entry.reason}</p>}
      {entry.undone && <Correction words="Undone" note={entry.undone} />}
      {entry.dateChanges.map((change) => (
        <Correction key={change.eventId} words="Date changed" note={change} />
      ))}
    </>
  );
}

function Correction({
  words,
  note: { by, recordedAt, reason },
}: {
  words: string;
  note: { by: string; recordedAt: string; reason?: string | undefined };
}) {
  return (
    <p className={styles['correction']}>
      {words} by {by}, <Moment at={recordedAt} />
      {reason !== undefined && `: ${reason}`}
    </p>
  );
}

/** What we knew, in the order in which we learnt it, with the status as it was known from there on. */
export function Known({
  timeline: { steps, cut, newest },
  onCut,
}: Lane & { onCut: (position: string | undefined) => void }) {
  const [everything, setEverything] = useState(false);
  const shown = everything ? steps : steps.filter(isDecisive);
  const left = steps.length - shown.length;
  const knownTo = newest || !cut ? null : BigInt(cut.position);
  return (
    <Section title="What we knew">
      <ol className={styles['lane']}>
        {shown.map((step) => (
          <li
            key={step.id}
            data-live={knownTo === null ? newest : BigInt(step.position) <= knownTo}
            {...(!newest && step.position === cut?.position && { 'aria-current': 'step' })}
          >
            <Learnt step={step} onCut={onCut} />
          </li>
        ))}
      </ol>
      {(left > 0 || everything) && (
        <button type="button" className={styles['plain']} onClick={() => setEverything(!everything)}>
          {everything ? 'Only what affects the status' : `Prices and descriptions too: ${left} more`}
        </button>
      )}
    </Section>
  );
}

function Learnt({ step, onCut }: { step: TimelineStep; onCut: (position: string) => void }) {
  const { type, recordedAt, effectiveAt, actor, customerName, reason, facts, statusKnown, position } = step;
  return (
    <>
      <p className={styles['first']}>
        <button
          type="button"
          className={styles['step']}
          title="Show the parcel as it was known then"
          onClick={() => onCut(position)}
        >
          {auditTypeName(type)}
        </button>
        <StatusChip status={statusKnown} where="requestable" />
        <Moment at={recordedAt} />
      </p>
      <p className={styles['second']}>
        {actor}
        {customerName !== null && ` · ${customerName}`} · happened <Moment at={effectiveAt} />
      </p>
      {reason !== undefined && <p className={styles['why']}>{reason}</p>}
      <p className={styles['second']}>
        <EntryFacts facts={facts} label={`What ${auditTypeName(type)} says`} />
      </p>
      {type !== 'StoneListed' && isDecisive(step) && <LearntEffect id={step.id} />}
    </>
  );
}
