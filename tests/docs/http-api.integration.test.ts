import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { httpApiPage } from './http-api-page.ts';

const PAGE = 'docs/http-api.md';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

test('docs/http-api.md matches the OpenAPI document (UPDATE_DOCS=1 writes it again)', async () => {
  const { json } = await vitrine.call('/docs/openapi.json', undefined, { method: 'GET' });
  const page = httpApiPage(json);
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});
