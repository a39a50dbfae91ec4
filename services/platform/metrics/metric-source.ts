/** Labels of a series by their names. */
export type Labels = Readonly<Record<string, string>>;

/** One value of one series. */
export type Sample = { readonly family: string; readonly labels: Labels; readonly value: number };

/** What all series of one name have in common; each is a gauge. */
export type Family = {
  readonly name: string;
  readonly help: string;
  /**
   * What the series read while the value is unknown: a value that an alarm treats as bad, or NaN when no value is bad.
   */
  readonly unknown: number;
};

/** Metrics that are measured together, with one question to a store or to this process. */
export type MetricSource = {
  readonly families: readonly Family[];
  /** Series that exist from the start, even before the first question is answered. */
  readonly always: readonly Omit<Sample, 'value'>[];
  read(): Promise<readonly Sample[]>;
};

/** A gauge that reads +Inf while the value is unknown: counts of what waits or fails, and ages. */
export const worseWhenMore = (name: string, help: string): Family => ({ name, help, unknown: Infinity });

/** A gauge that reads 0 while the value is unknown: yes (1) or no (0). */
export const yesOrNo = (name: string, help: string): Family => ({ name, help, unknown: 0 });

/** One sample of a series. */
export const sample = (family: string, labels: Labels, value: number): Sample => ({ family, labels, value });

/** Seconds from then until now; 0 when `then` is null. */
export const secondsSince = (then: Date | null | undefined, now: Date): number =>
  then ? Math.max(0, (now.getTime() - then.getTime()) / 1000) : 0;
