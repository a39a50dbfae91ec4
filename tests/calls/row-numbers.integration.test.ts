import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const BEYOND = 3_000_000_000;
const page = { path: '/beyond.html', title: 'Beyond', place: 1 };
const user = { username: 'beyond', email: 'beyond@example.com', customerId: BEYOND };

test.each([
  ['GET', `/api/customers/${BEYOND}`, undefined, 400, 'id'],
  ['PUT', `/api/customers/${BEYOND}`, { legalName: 'Beyond' }, 400, 'id'],
  ['GET', `/api/asset-pages/${BEYOND}`, undefined, 400, 'id'],
  ['PUT', `/api/asset-pages/${BEYOND}`, page, 400, 'id'],
  ['DELETE', `/api/asset-pages/${BEYOND}`, undefined, 400, 'id'],
  ['GET', `/api/mails/${BEYOND}`, undefined, 400, 'id'],
  ['POST', '/api/view-as', { customerId: BEYOND }, 422, 'customerId'],
  ['POST', '/api/users', user, 422, 'customerId'],
  ['POST', '/admin/newuser', user, 402, 'customerId'],
  ['POST', '/admin/updateuser', { username: 'alder', customerId: BEYOND }, 402, 'customerId'],
] as const)(
  '%s %s: a number larger than any row has is refused at its field',
  async (method, path, body, status, field) => {
    const admin = await vitrine.as('admin');
    expect(await admin.post(path, body, { method })).toMatchObject({ status, json: { field } });
  },
);

/** The OpenAPI document, as far as it names the paths' parameters. */
const pathsDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(
            z.object({ name: z.string(), in: z.string(), schema: z.object({ type: z.string().optional() }) }),
          )
          .optional(),
      }),
    ),
  ),
});

test('no call that reads a number in its address or query fails with one that no row has', async () => {
  const admin = await vitrine.as('admin');
  const { paths } = pathsDocument.parse((await admin.get('/docs/openapi.json')).json);
  const asked: string[] = [];
  for (const [path, calls] of Object.entries(paths)) {
    const numbers = calls['get']?.parameters?.filter(({ schema }) => schema.type === 'integer') ?? [];
    if (numbers.length === 0) continue;
    const query = numbers.filter((one) => one.in === 'query').map(({ name }) => `${name}=${BEYOND}`);
    const address = `${path.replaceAll(/\{\w+\}/g, String(BEYOND))}?${query.join('&')}`;
    asked.push(path);
    expect((await admin.get(address)).status, address).toBeLessThan(500);
  }
  expect(asked).toEqual(expect.arrayContaining(['/api/vendors/{id}', '/api/invoices/{id}', '/api/figures']));
});
