import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What lasts beyond the file that does it: spies on the console or the page, properties of its classes, timers. */
const LASTS = [
  /spyOn\((console|window|globalThis|document|navigator|URL|Storage|HTML)/,
  /defineProperty\(/,
  /(Element|Storage|window|navigator|document|URL)(\.prototype)?\.[a-zA-Z]+ = /,
  /vi\.mock\(/,
  /useFakeTimers/,
  /\/made-table\.tsx'/,
  /\/use-configuration\.ts'/,
];

/** The tests of components that need a page of their own, from the root of the repository: the others share one. */
export function testsWithOwnPage(root: string, folders: readonly string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    )
    .filter((file) => file.endsWith('.test.tsx') && !file.includes('node_modules'))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return LASTS.some((pattern) => pattern.test(text));
    });
}
