import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventMetadataSchema } from '#contracts/events/index.ts';

/** The metadata of events as they have ever been written. Files are added, never changed. */
const folder = path.join(import.meta.dirname, 'metadata');

test.each(readdirSync(folder))('metadata/%s is read as it was written', (file) => {
  const written: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  expect(eventMetadataSchema.parse(written)).toEqual(written);
});
