import { answerWithin } from '../answer-within.ts';
import type { Family, MetricSource, Sample } from './metric-source.ts';

/** Measured families with all their series. */
export type Measured = { family: Family; samples: Sample[] };

export type CollectOptions = {
  /** How long the sources may take, in milliseconds. */
  withinMs?: number;
  /** Receives the names of the series that are not known, and why. */
  onProblem: (series: string, error: unknown) => void;
};

const WITHIN_MS = 1_000;

/**
 * Asks all sources at the same time and answers within a second, even when one hangs. A source that fails or does not
 * answer in time keeps its fixed series and those that it had last, each with the value that means unknown: a series
 * that disappears would raise no alarm. Calls at the same time share a question; one that had no answer in time is
 * given up, and the source is asked anew: by then it may answer, and a late answer would be of a time that has passed.
 */
export function metricCollector(
  sources: readonly MetricSource[],
  { withinMs = WITHIN_MS, onProblem }: CollectOptions,
): () => Promise<Measured[]> {
  const collectors = sources.map((source) => {
    let asked: Promise<readonly Sample[]> | undefined;
    let known: readonly Omit<Sample, 'value'>[] = source.always;

    const answer = async (): Promise<readonly Sample[]> => {
      const question = (asked ??= source.read());
      try {
        return await answerWithin(question, withinMs, () => new Error(`no answer within ${withinMs} ms`));
      } finally {
        if (asked === question) asked = undefined;
      }
    };
    return async (): Promise<Measured[]> => {
      const samples = await answer().catch((error: unknown) => {
        onProblem(source.families.map(({ name }) => name).join(', '), error);
        return null;
      });
      if (samples) known = joined(source.always, samples);
      return source.families.map((family) => ({
        family,
        samples: known
          .filter((series) => series.family === family.name)
          .map(({ labels }) => ({
            family: family.name,
            labels,
            value:
              samples?.find((one) => one.family === family.name && same(one.labels, labels))?.value ??
              family.unknown,
          })),
      }));
    };
  });
  return async () => (await Promise.all(collectors.map((collect) => collect()))).flat();
}

const keyOf = (labels: Readonly<Record<string, string>>): string => JSON.stringify(Object.entries(labels));
const same = (some: Sample['labels'], other: Sample['labels']): boolean => keyOf(some) === keyOf(other);

/** The fixed series first, then the others that were answered. */
function joined(always: MetricSource['always'], samples: readonly Sample[]): Omit<Sample, 'value'>[] {
  const more = samples.filter(
    ({ family, labels }) => !always.some((one) => one.family === family && same(one.labels, labels)),
  );
  return [...always, ...more.map(({ family, labels }) => ({ family, labels }))];
}
