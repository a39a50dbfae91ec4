import { useCallback, useEffect, useRef, useState } from 'react';
import { planJob, whatIfReply, type PlanReply, type WhatIfReply } from '#contracts/api/reassortment-jobs.ts';
import { Button, IconButton } from '#web-shared/components/button/button.tsx';
import { z } from 'zod';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import { BinGrid, type GridBin } from './bin-grid.tsx';
import { PlanDifferenceView } from './plan-difference-view.tsx';
import { PlanProgress } from './plan-progress.tsx';
import { withTyped, type QuantityEdit } from './quantity-cell.tsx';
import { Section } from './section.tsx';
import { StoneField } from './stone-field.tsx';
import { PIECES, QUANTITIES, typedChanges, type BinChange, type Typed } from './typed-quantities.ts';
import { stonesOf } from './use-plan.ts';
import styles from './reassort.module.css';

type WhatIfProps = {
  customerId: number;
  plan: PlanReply;
  bins: readonly GridBin[];
  storeName: (storeId: string) => string;
  /** Hears whether something is typed that is lost with the question. */
  onTyped: (isTyped: boolean) => void;
};
/** Stones by whether they would be locked. */
type Locks = ReadonlyMap<string, boolean>;
type Answered = { asked: readonly string[]; answer: WhatIfReply };

/** What a plan would be with other quantities of bins and other locks: beside it, nothing is recorded (rule: Plan inputs). */
export function WhatIf({ customerId, plan, bins, storeName, onTyped }: WhatIfProps) {
  const { busy, act } = useAct();
  const [typed, setTyped] = useState<Typed>(new Map());
  const [locks, setLocks] = useState<Locks>(new Map());
  const [answered, setAnswered] = useState<Answered | null>(null);
  /** The job that works on the question, and what was asked. */
  const [job, setJob] = useState<{ id: string; asked: readonly string[] } | null>(null);
  /** Counts the questions begun: the answer to one that was dropped is not shown. */
  const question = useRef(0);
  const isTyped = typed.size > 0 || locks.size > 0;
  useEffect(() => {
    onTyped(isTyped);
    return () => onTyped(false);
  }, [isTyped, onTyped]);
  const startAgain = (): void => {
    question.current += 1;
    setTyped(new Map());
    setLocks(new Map());
    setAnswered(null);
    setJob(null);
  };
  const onType: QuantityEdit['onType'] = useCallback(
    (bin, field, text) => setTyped((before) => withTyped(before, bin, field, text)),
    [],
  );
  const lockAs = (locked: boolean) => (name: string) => {
    setLocks(new Map([...locks, [name, locked]]));
    return true;
  };
  const free = (name: string): void => setLocks(new Map([...locks].filter(([each]) => each !== name)));
  const ask = (): Promise<boolean> =>
    act('ask', async () => {
      const changes = typedChanges(bins, typed);
      const locked = (wanted: boolean): string[] =>
        [...locks].filter(([, lock]) => lock === wanted).map(([name]) => name);
      const asked = [
        ...changes.map((change) => changeInWords(change, storeName)),
        ...[...locks].map(([name, lock]) => `${name} ${lock ? 'stays in its store' : 'may leave its store'}`),
      ];
      if (asked.length === 0) throw new Error('Change a quantity, or lock a stone, then ask.');
      const begun = question.current;
      const answer = await call(
        `/api/reassortment/plans/${encodeURIComponent(plan.id)}/what-if`,
        z.union([whatIfReply, planJob]),
        { body: { bins: changes, lock: locked(true), unlock: locked(false) }, customer: customerId },
      );
      if (begun !== question.current) return null;
      if ('difference' in answer) {
        setAnswered({ asked, answer });
        return 'The difference is shown.';
      }
      setJob({ id: answer.id, asked });
      return 'The plan with these changes is being made.';
    });
  const ended = (isDone: boolean): void => {
    setJob(null);
    if (!isDone || !job) return;
    void act('answer', async () => {
      const begun = question.current;
      const answer = await call(`/api/reassortment/jobs/${job.id}/answer`, whatIfReply, {
        method: 'GET',
        customer: customerId,
      });
      if (begun !== question.current) return null;
      setAnswered({ asked: job.asked, answer });
      return 'The difference is shown.';
    });
  };
  return (
    <>
      <Section
        title="What if"
        about="Type other quantities below, or lock and free stones, and see how the plan would differ. Nothing is recorded."
        actions={
          <>
            <Button onClick={startAgain}>Start again</Button>
            <Button look="primary" busy={busy !== null} onClick={() => void ask()}>
              Show the difference
            </Button>
          </>
        }
      >
        {job && <PlanProgress customerId={customerId} jobId={job.id} onEnd={ended} />}
        <StoneField
          label="Stone of the what-if"
          hint="Use the customer's own stone number."
          names={stonesOf(plan)}
          actions={[
            { label: 'Lock in the what-if', act: lockAs(true) },
            { label: 'Free in the what-if', act: lockAs(false) },
          ]}
        />
        {locks.size > 0 && (
          <ul className={styles['stones']} aria-label="Stones of the what-if">
            {[...locks].map(([name, lock]) => (
              <li key={name}>
                {name} {lock ? 'stays' : 'may leave'}
                <IconButton icon="close" label={`Leave ${name} as it is`} small onClick={() => free(name)} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {answered && (
        <Section title="What would differ" about={`${answered.asked.join('; ')}.`}>
          <PlanDifferenceView
            difference={answered.answer.difference}
            first="The plan"
            second="With the changes"
            storeName={storeName}
          />
        </Section>
      )}
      <BinGrid label="Bins of the what-if" bins={bins} edit={{ fields: PIECES, typed, onType }} />
    </>
  );
}

/** 'RD | 0.30-0.39, Harbour: target 3, maximum 4'. */
const changeInWords = (
  { storeId, binSpec, ...quantities }: BinChange,
  storeName: (storeId: string) => string,
): string =>
  `${binSpec}, ${storeName(storeId)}: ${PIECES.filter((field) => quantities[field] !== undefined)
    .map((field) => `${QUANTITIES[field].toLowerCase()} ${quantities[field]}`)
    .join(', ')}`;
