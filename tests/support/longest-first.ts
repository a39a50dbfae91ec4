import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that last longer than others of their size, from the root of the repository. A fresh clone knows no times, and
 * begins with the largest files: these would begin last, with nothing left to run beside them.
 */
export const LONG_FOR_THEIR_SIZE = [
  'tests/end-to-end/every-screen.test.ts',
  'tests/end-to-end/lists.test.ts',
  'services/reports/runs.integration.test.ts',
];

/** Vitest's order, in which the files of each project that are known to last long come first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}

type File = { readonly moduleId: string; readonly project: { readonly name: string } };

/** @param sorted the files of one project stand together */
export function longestFirst<F extends File>(sorted: readonly F[]): F[] {
  const isLong = ({ moduleId }: F) => LONG_FOR_THEIR_SIZE.some((file) => moduleId.endsWith(`/${file}`));
  const projects = [...new Set(sorted.map(({ project }) => project.name))];
  return projects.flatMap((name) => {
    const files = sorted.filter(({ project }) => project.name === name);
    return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
  });
}
