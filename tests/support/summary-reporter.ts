import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * Ends a run with one plain line, `N passed, N failed, N skipped`, that counts the tests of all projects; before it
 * where the time went, why tests were skipped, and what failed, so that the end of a log alone shows what is wrong. A
 * file that cannot be run, and an error outside of any test, each count as a failure.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: 'passed' | 'failed' | 'skipped' | 'pending') =>
      tests.filter((test) => test.result().state === state);
    const skipped = [...inState('skipped'), ...inState('pending')];
    const failures = [
      ...inState('failed').map((test) => [nameOf(test), test.result().errors] as const),
      ...modules
        .filter((module) => module.state() === 'failed' && !hasFailedTest(module))
        .map((module) => [module.relativeModuleId, errorsOf(module)] as const),
      ...unhandled.map((error) => ['outside of any test', [error]] as const),
    ];

    const slowest = modules.toSorted((one, other) => secondsOf(other) - secondsOf(one)).slice(0, MOST_SLOW);
    console.log(
      `slowest: ${slowest.map((module) => `${module.relativeModuleId} ${secondsOf(module)} s`).join(', ')}`,
    );
    const reasons = new Map<string, number>();
    for (const test of skipped) {
      const reason = reasonOf(test);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    for (const [reason, count] of reasons) console.log(`skipped ${count}: ${reason}`);
    for (const [name, errors] of failures) {
      console.log(`failed: ${name}: ${(errors ?? []).map(({ message }) => shortened(message)).join('; ')}`);
    }
    console.log(`${inState('passed').length} passed, ${failures.length} failed, ${skipped.length} skipped`);
  }
}

const MOST_SLOW = 15;

function secondsOf(module: TestModule): number {
  return Math.round(module.diagnostic().duration / 1000);
}

function hasFailedTest(module: TestModule): boolean {
  return [...module.children.allTests()].some((test) => test.result().state === 'failed');
}

/** A file's own errors and those of its suites' hooks. */
function errorsOf(module: TestModule): SerializedError[] {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`;
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  if (note !== undefined) return note;
  // What a failed hook leaves unrun has its file's failure for a reason.
  return test.module.state() === 'failed'
    ? `${test.module.relativeModuleId} failed before they ran`
    : `${nameOf(test)} (no reason given)`;
}

function shortened(message: string): string {
  return message.length > 600 ? `${message.slice(0, 600)} …` : message;
}
