import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** A script for a page: what is fetched ahead while nothing else is to do is no part of its weight. */
export const NOTHING_AHEAD = 'window.requestIdleCallback = () => 0';

/** The scripts and styles of a built application, and what each weighs over the wire. */
export function weightsOf(folder: string) {
  const assets = path.join(folder, 'assets');
  const files = readdirSync(assets).filter((name) => /\.(js|css)$/.test(name));
  const texts = new Map(files.map((name) => [name, readFileSync(path.join(assets, name))]));
  const kib = (name: string): number => gzipSync(texts.get(name)!, { level: 9 }).length / 1024;
  const importsOf = (name: string): string[] =>
    [
      ...texts
        .get(name)!
        .toString('utf8')
        .matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g),
    ].map((match) => match[1]!);
  /** A script with everything that it cannot start without. */
  const closure = (name: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(name) || !texts.has(name)) return seen;
    seen.add(name);
    for (const other of importsOf(name)) closure(other, seen);
    return seen;
  };
  const total = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + kib(name), 0);
  const index = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const entry = [...index.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map((match) => match[1]!);
  return {
    /** KiB of what index.html names, with what that cannot start without. */
    entry: (): number =>
      total(new Set(entry.flatMap((name) => [...closure(name), name]).filter((name) => texts.has(name)))),
    /** KiB of the files that a page asked for, by their addresses. */
    ofRequests: (urls: readonly string[]): number =>
      total(
        new Set(urls.map((url) => path.basename(new URL(url).pathname)).filter((name) => texts.has(name))),
      ),
    /** Each script that loads by itself with what it brings that `loaded` did not, heaviest first. */
    lazy(loaded: readonly string[]): { name: string; kib: number }[] {
      const there = new Set(loaded.map((url) => path.basename(new URL(url).pathname)));
      return files
        .filter((name) => name.endsWith('.js') && !there.has(name))
        .map((name) => ({ name, kib: total([...closure(name)].filter((each) => !there.has(each))) }))
        .toSorted((a, b) => b.kib - a.kib);
    },
  };
}
