import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

/**
 * Ends a run with one plain line, `N passed, N failed, N skipped`, that counts the tests of all projects; before it
 * the reasons of what was skipped. A file that cannot be run, and an error outside of any test, each count as a failure.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: 'passed' | 'failed' | 'skipped' | 'pending') =>
      tests.filter((test) => test.result().state === state);
    const broken = modules.filter((module) => module.state() === 'failed' && !hasFailedTest(module));
    const failed = inState('failed').length + broken.length + unhandled.length;
    const skipped = [...inState('skipped'), ...inState('pending')];
    const reasons = new Map<string, number>();
    for (const test of skipped) {
      const reason = reasonOf(test);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    for (const [reason, count] of reasons) console.log(`skipped ${count}: ${reason}`);
    console.log(`${inState('passed').length} passed, ${failed} failed, ${skipped.length} skipped`);
  }
}

function hasFailedTest(module: TestModule): boolean {
  return [...module.children.allTests()].some((test) => test.result().state === 'failed');
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  return note ?? `${test.module.relativeModuleId} > ${test.fullName} (no reason given)`;
}
