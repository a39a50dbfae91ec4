import { answerWithin } from '#services/platform/answer-within.ts';

/** Named questions that must all be answered yes before a process takes requests. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<boolean>>>;

export type Readiness = { ready: boolean; checks: Record<string, boolean> };

/** So that the answer of a process whose store hangs comes within a second. */
const WITHIN_MS = 800;

/** Asks every check; one that fails or does not answer in time counts as no. */
export async function readiness(
  checks: ReadinessChecks,
  onProblem: (name: string, error: unknown) => void,
): Promise<Readiness> {
  const answers = await Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, await answered(check, (error) => onProblem(name, error))] as const,
    ),
  );
  return { ready: answers.every(([, yes]) => yes), checks: Object.fromEntries(answers) };
}

async function answered(
  check: () => Promise<boolean>,
  onProblem: (error: unknown) => void,
): Promise<boolean> {
  try {
    return await answerWithin(check(), WITHIN_MS, () => new Error(`no answer within ${WITHIN_MS} ms`));
  } catch (error) {
    onProblem(error);
    return false;
  }
}
