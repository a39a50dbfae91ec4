import { addDays, houseInstant, type HouseDay, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { Moment, Step } from './steps.ts';

/** The demo's days as numbers from its first, and what happens on them, in order. */
export type Diary = {
  day(index: number): HouseDay;
  /** A time of day of the house, given as hours and minutes. */
  instant(index: number, hours: number, minutes: number): Instant;
  /** Writes a moment down; nothing for no steps. Moments must come in order. */
  write(at: Instant, steps: readonly Step[], exposures?: ReadonlyMap<number, Cents>): void;
  /** What documents and corrections bring about on a later day: asked for its steps when that day has come. */
  later(index: number, kind: 'documents' | 'corrections', happening: () => Step[]): void;
  /** Takes out what is due on a day. */
  due(index: number, kind: 'documents' | 'corrections'): Step[];
  moments: readonly Moment[];
};

/** An empty diary that begins on a day of the house. */
export function diary(firstDay: HouseDay, zone: string): Diary {
  const moments: Moment[] = [];
  const agenda = new Map<string, (() => Step[])[]>();
  return {
    moments,
    day: (index) => addDays(firstDay, index),
    instant: (index, hours, minutes) =>
      houseInstant(addDays(firstDay, index), (hours * 60 + minutes) * 60_000, zone),
    write(at, steps, exposures = new Map()) {
      if (steps.length === 0) return;
      const before = moments.at(-1);
      if (before && before.at >= at) throw new Error(`the demo's plan goes back from ${before.at} to ${at}`);
      moments.push({ at, steps, exposures });
    },
    later(index, kind, happening) {
      const key = `${kind} ${index}`;
      agenda.set(key, [...(agenda.get(key) ?? []), happening]);
    },
    due(index, kind) {
      const key = `${kind} ${index}`;
      const happenings = agenda.get(key) ?? [];
      agenda.delete(key);
      return happenings.flatMap((happening) => happening());
    },
  };
}
