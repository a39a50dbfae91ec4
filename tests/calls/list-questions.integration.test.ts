import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** What a list of the back office cannot be asked for is refused, not ignored (rule: Back office failures). */
let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const listsDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ parameters: z.array(z.object({ name: z.string() })).optional() })),
  ),
});

const fieldOf = z.object({ field: z.string() });

/** Without it this list has no rows to sort. */
const NEEDED: Record<string, object> = { '/api/vendor-statements': { filter: { month: '2026-04' } } };

/** Every list that can be asked for a sort and a filter, but those of one record, which must be there first. */
async function lists(): Promise<string[]> {
  const { paths } = listsDocument.parse((await (await vitrine.as('admin')).get('/docs/openapi.json')).json);
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const names = get?.parameters?.map(({ name }) => name) ?? [];
    return !path.includes('{') && names.includes('sort') && names.includes('filter') ? [path] : [];
  });
}

test.each([
  ['sort', { sort: ['nonsense', 'ASC'] }],
  ['filter', { filter: { nonsense: 1 } }],
] as const)('no list ignores a %s by a field that it does not have', async (name, asked) => {
  const admin = await vitrine.as('admin');
  const paths = await lists();
  expect(paths.length).toBeGreaterThan(20);
  const answers = await Promise.all(
    paths.map(async (path) => {
      const query = Object.entries({ ...NEEDED[path], ...asked }).map(
        ([field, value]) => `${field}=${encodeURIComponent(JSON.stringify(value))}`,
      );
      const { status, json } = await admin.get(`${path}?${query.join('&')}`);
      return { path, status, field: fieldOf.safeParse(json).data?.field };
    }),
  );
  expect(answers).toEqual(paths.map((path) => ({ path, status: 400, field: name })));
});
