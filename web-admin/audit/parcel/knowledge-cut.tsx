import type { Timeline } from '#contracts/api/history.ts';
import { formatMoment } from '../../components/format.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { Icon } from '../../../web-portal/components/icon/icon.tsx';
import styles from './parcel.module.css';

type KnowledgeCutProps = { timeline: Timeline; onCut: (position: string | undefined) => void };

/** Goes back and forth through what was learnt, one entry at a time: arrow keys on the slider do. */
export function KnowledgeCut({ timeline: { steps, cut, newest }, onCut }: KnowledgeCutProps) {
  const place = newest ? steps.length : steps.findIndex(({ position }) => position === cut?.position) + 1;
  const step = steps[place - 1];
  const words = newest
    ? 'Everything known today'
    : step
      ? `${formatMoment(step.recordedAt)}, after: ${auditTypeName(step.type)}`
      : 'Before anything was known';
  const go = (to: number): void => onCut(to >= steps.length ? undefined : (steps[to - 1]?.position ?? '0'));
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
      <output htmlFor="knowledge">{words}</output>
      {!newest && (
        <button type="button" className={styles['plain']} onClick={() => onCut(undefined)}>
          <Icon name="history" size={13} /> Everything known today
        </button>
      )}
    </section>
  );
}
