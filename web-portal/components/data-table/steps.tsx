import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { nameOf, type Column } from './column.ts';
import { wordOf } from './filters.ts';
import type { ChoiceCount } from './table-index.ts';
import styles from './steps.module.css';

type StepsProps<Row> = {
  column: Column<Row>;
  /** In the attribute's order, with how many rows have each. */
  choices: readonly ChoiceCount[];
  chosen: readonly string[];
  onChoose: (values: readonly string[]) => void;
};

const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The values of a column as steps. A press chooses a step or takes it back; a stroke over several, or Shift, chooses from
 * one to another. One step is a stop of Tab, the arrows go on from there.
 */
export function Steps<Row>({ column, choices, chosen, onChoose }: StepsProps<Row>) {
  const name = nameOf(column);
  const [active, setActive] = useState(0);
  /** Where a run begins. */
  const anchor = useRef(0);
  const stroke = useRef<'none' | 'begun' | 'over several'>('none');
  // Drawn once: they are many lines.
  const pictures = useMemo(
    () => choices.map(({ value }) => value !== '' && column.picture?.(value)),
    [choices, column],
  );
  const tallest = Math.max(1, ...choices.map(({ count }) => count));
  const chooseRun = (to: number): void => {
    const [first, last] = [Math.min(anchor.current, to), Math.max(anchor.current, to)];
    onChoose(choices.slice(first, last + 1).map(({ value }) => value));
  };

  const handlePointerDown = (event: PointerEvent<HTMLElement>): void => {
    const place = placeOf(event.target);
    if (place === undefined || event.shiftKey || event.button !== 0) return;
    // Touch moves are sent to where the touch began unless the capture is released.
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId))
      event.target.releasePointerCapture(event.pointerId);
    anchor.current = place;
    stroke.current = 'begun';
  };
  const handlePointerOver = (event: PointerEvent<HTMLElement>): void => {
    const place = placeOf(event.target);
    if (event.buttons !== 1) stroke.current = 'none';
    if (stroke.current === 'none' || place === undefined) return;
    if (stroke.current === 'begun' && place === anchor.current) return;
    stroke.current = 'over several';
    chooseRun(place);
  };
  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const wasRun = stroke.current === 'over several';
    stroke.current = 'none';
    const place = placeOf(event.target);
    const value = place === undefined ? undefined : choices[place]?.value;
    if (wasRun || place === undefined || value === undefined) return;
    if (event.shiftKey) return chooseRun(place);
    anchor.current = place;
    onChoose(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const move = MOVES[event.key];
    const place = placeOf(event.target);
    if (move === undefined || place === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, place + move), choices.length - 1);
    event.currentTarget.querySelector<HTMLElement>(`[data-step="${next}"]`)?.focus();
    if (event.shiftKey) chooseRun(next);
    else anchor.current = next;
  };

  return (
    <div
      className={styles['steps']}
      data-pictures={column.picture !== undefined}
      role="toolbar"
      aria-label={name}
      onPointerDown={handlePointerDown}
      onPointerOver={handlePointerOver}
      onClick={handleClick}
      onKeyDown={handleKey}
      onFocus={({ target }) => setActive(placeOf(target) ?? active)}
    >
      {choices.map(({ value, count }, place) => {
        const word = wordOf(column, value);
        const label = `${word}, ${formatCount(count)}`;
        return (
          <button
            key={value}
            type="button"
            className={styles['step']}
            data-step={place}
            data-none={count === 0}
            aria-pressed={chosen.includes(value)}
            aria-label={label}
            title={label}
            tabIndex={place === Math.min(active, choices.length - 1) ? 0 : -1}
          >
            <span className={styles['share']} data-in={chosen.length === 0 || chosen.includes(value)}>
              <span style={{ height: count === 0 ? 0 : `${Math.max(8, (count / tallest) * 100)}%` }} />
            </span>
            <span className={styles['face']}>
              {pictures[place] && <span className={styles['picture']}>{pictures[place]}</span>}
              <span className={styles['word']}>{word}</span>
            </span>
          </button>
        );
      })}
    </div>
  );
}

const placeOf = (target: EventTarget): number | undefined => {
  const step = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
  return step ? Number(step.dataset['step']) : undefined;
};
