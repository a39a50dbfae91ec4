import type { Timeline } from '#contracts/api/history.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { HouseDayInput } from '#web-shared/components/field/date-fields.tsx';
import { useTypedDay } from '#web-shared/components/field/use-typed-day.ts';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import styles from './parcel.module.css';

type KnowledgeCutProps = {
  timeline: Timeline;
  /** What the address asks for: a log position or a day. */
  knownAt: string | undefined;
  onCut: (knownAt: string | undefined) => void;
};

/** The position before the first entry. */
const BEFORE_ALL = '0';

/** Goes back and forth through what was learnt, one entry at a time: arrow keys on the slider do. */
export function KnowledgeCut({ timeline: { steps, cut, newest }, knownAt, onCut }: KnowledgeCutProps) {
  const placeOf = (at: string | undefined): number => steps.findIndex(({ position }) => position === at) + 1;
  const placeKnown = newest ? steps.length : placeOf(cut?.position);
  // Where the address asks for a step it is there at once: presses do not wait for the answers in between.
  const place =
    knownAt === undefined ? steps.length : knownAt === BEFORE_ALL ? 0 : placeOf(knownAt) || placeKnown;
  const step = steps[place - 1];
  const everything = knownAt === undefined || (newest && place === steps.length);
  const words = everything
    ? 'Everything known today'
    : step
      ? `${formatMoment(step.recordedAt)}, after: ${auditTypeName(step.type)}`
      : 'Before anything was known';
  const go = (to: number): void =>
    onCut(to >= steps.length ? undefined : (steps[to - 1]?.position ?? BEFORE_ALL));
  const day = knownAt !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(knownAt) ? knownAt : '';
  const typedDay = useTypedDay(day, (typed) => typed !== '' && onCut(typed));
  return (
    <section className={styles['cut']} aria-label="As known">
      <label htmlFor="knowledge">As known</label>
      <input
        id="knowledge"
        type="range"
        min={0}
        max={steps.length}
        step={1}
        value={place}
        aria-valuetext={words}
        onChange={(event) => go(Number(event.target.value))}
      />
      <HouseDayInput aria-label="As known at the end of" {...typedDay} />
      <output htmlFor="knowledge">{words}</output>
      {!everything && (
        <button type="button" className={styles['plain']} onClick={() => onCut(undefined)}>
          <Icon name="history" size={13} /> Everything known today
        </button>
      )}
    </section>
  );
}
