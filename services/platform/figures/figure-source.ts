/** Labels of a series by their names. */
export type Labels = Readonly<Record<string, string>>;

/** One value of one series. */
export type Sample = { readonly family: string; readonly labels: Labels; readonly value: number };

/** What all series of one name have in common. */
export type Family = {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  /** What its series read while the value is unknown: what an alarm takes for bad, or NaN where no value is bad. */
  readonly unknown: number;
};

/** Figures that are measured together, by one question to a store or to this process. */
export type FigureSource = {
  readonly families: readonly Family[];
  /** Series that are there from the start, also when the first question is not answered. */
  readonly always: readonly Omit<Sample, 'value'>[];
  read(): Promise<readonly Sample[]>;
};

/** A gauge that reads +Inf while the value is unknown: counts of what waits or fails, and ages. */
export const worseWhenMore = (name: string, help: string): Family => ({
  name,
  help,
  type: 'gauge',
  unknown: Number.POSITIVE_INFINITY,
});

/** A gauge that reads 0 while the value is unknown: yes (1) or no (0). */
export const yesOrNo = (name: string, help: string): Family => ({ name, help, type: 'gauge', unknown: 0 });

/** One sample of a series. */
export const sample = (family: string, labels: Labels, value: number): Sample => ({ family, labels, value });

/** Seconds from then until now; 0 where there is no then. */
export const secondsSince = (then: Date | null | undefined, now: Date): number =>
  then ? Math.max(0, (now.getTime() - then.getTime()) / 1000) : 0;
