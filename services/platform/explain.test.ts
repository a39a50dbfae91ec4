import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { explain } from './explain.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test('what the file system refuses is a sentence', () => {
  const error = thrownBy(() => readFileSync('/not/there'));
  expect(explain(error)).toBe(
    "ENOENT: no such file or directory, open '/not/there'. Correct that, and start again.",
  );
});

test('anything else is its stack and those of its causes, without what hangs on them', () => {
  const cause = Object.assign(new Error('the connection broke'), { client: { secretKey: 4711 } });
  const text = explain(new Error('migration x failed', { cause }));
  expect(text).toMatch(
    /^Error: migration x failed\n\s+at [^]*\nCaused by: Error: the connection broke\n\s+at /,
  );
  expect(text).not.toContain('4711');
});
