import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that last longer than others of their size, from the root of the repository. A fresh clone knows no times, and
 * begins with the largest files: these would begin last, with nothing left to run beside them.
 */
export const LONG_FOR_THEIR_SIZE = [
  'tests/end-to-end/every-screen.test.ts',
  'services/reports/runs.integration.test.ts',
];

/**
 * Vitest's order, in which the files of each project that are known to last long come first. In a group, projects whose
 * files share modules come first, one after the other, because a worker that goes on to another project loads them
 * again. The files of the other projects are mixed: some use the processor most of the time, others wait.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files));
  }
}

type File = {
  readonly moduleId: string;
  readonly project: {
    readonly name: string;
    readonly config: { readonly isolate: boolean; readonly sequence: { readonly groupOrder: number } };
  };
};

/** @param sorted by group and project */
export function longestFirst<F extends File>(sorted: readonly F[]): F[] {
  const groups = runsOf(sorted, ({ project }) => String(project.config.sequence.groupOrder));
  return groups.flatMap((group) => {
    const projects = runsOf(group, ({ project }) => project.name).map(withLongOnesFirst);
    const isMixed = ([file]: readonly F[]): boolean => file?.project.config.isolate === true;
    return [...projects.filter((files) => !isMixed(files)).flat(), ...mixed(projects.filter(isMixed))];
  });
}

/** Splits a list where the key changes. */
function runsOf<F>(files: readonly F[], keyOf: (file: F) => string): F[][] {
  const keys = [...new Set(files.map(keyOf))];
  return keys.map((key) => files.filter((file) => keyOf(file) === key));
}

function withLongOnesFirst<F extends File>(files: readonly F[]): F[] {
  const isLong = ({ moduleId }: F) => LONG_FOR_THEIR_SIZE.some((file) => moduleId.endsWith(`/${file}`));
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}

/** One list of several, in which the files of each are spread evenly. */
function mixed<F>(lists: readonly (readonly F[])[]): F[] {
  return lists
    .flatMap((files) => files.map((file, index) => ({ file, place: index / files.length })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ file }) => file);
}
