import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepCompressed, linesOf } from './kept-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-kept-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readBack(name: string, text: string): Promise<string[]> {
  const file = path.join(folder, name);
  await keepCompressed(Readable.from([Buffer.from(text)]), file);
  const lines: string[] = [];
  for await (const line of linesOf(file)) lines.push(line);
  return lines;
}

test('a line is what was written as one, whatever separators of lines and paragraphs its texts have', async () => {
  const texts = ['a\u2028b', 'c\u2029d', 'e\rf', 'g\u0085h', '€'.repeat(100_000), ''];
  const lines = texts.map((text) => JSON.stringify({ text }));
  expect(await readBack('ended', lines.map((line) => `${line}\n`).join(''))).toEqual(lines);
  expect(await readBack('cut', lines.join('\n'))).toEqual(lines);
});

test('an empty file has no line', async () => {
  expect(await readBack('empty', '')).toEqual([]);
});
