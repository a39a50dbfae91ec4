import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testServer, type TestServer } from './testing/test-server.ts';

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-pages-'));
  for (const [name, content] of [
    ['portal/index.html', '<title>portal</title>'],
    ['portal/assets/main-1a2b.js', `console.log(${JSON.stringify('x'.repeat(3000))})`],
    ['portal/favicon.svg', '<svg/>'],
    ['portal/our-model.html', '<title>our model</title>'],
    ['portal/contact/index.html', '<title>contact</title>'],
    ['portal/assets/built-3c4d.css', 'a{}'],
    ['portal/assets/built-3c4d.css.br', 'as the build compressed it'],
    ['admin/index.html', '<title>admin</title>'],
    ['secret.txt', 'secret'],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  server = await testServer({
    portalFolder: path.join(folder, 'portal'),
    adminFolder: path.join(folder, 'admin'),
    frameAncestors: ['https://www.example.com'],
  });
  const config = { access: 'public', surface: 'portal' } as const;
  const schema = { response: { 200: z.object({ call: z.boolean() }) } };
  server.app.post('/login', { config, schema }, () => ({ call: true }));
  server.app.post('/admin/allusers', { config, schema }, () => ({ call: true }));
  server.app.route({
    method: ['GET', 'POST'],
    url: '/inventory/available',
    config,
    schema,
    handler: () => ({ call: true }),
  });
});
afterAll(async () => {
  await server.app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
  server.app.inject({ url, headers: { accept } });

describe('pages', () => {
  test.each(['/', '/home', '/home.html', '/login', '/about', '/news', '/some/deep/page'])(
    '%s is the portal',
    async (url) => {
      const answer = await get(url);
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
        200,
        '<title>portal</title>',
        'no-cache',
      ]);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
    },
  );
  test.each(['/admin/', '/admin/customers'])('%s is the back office', async (url) =>
    expect((await get(url)).body).toBe('<title>admin</title>'),
  );
  test.each([
    ['/our-model.html', '<title>our model</title>'],
    ['/contact', '<title>contact</title>'],
  ])('%s is the page that the build has drawn ahead', async (url, body) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      body,
      'no-cache',
    ]);
  });
  test('/ is a page for every client', async () =>
    expect((await get('/', '*/*')).body).toBe('<title>portal</title>'));
  test('/admin is /admin/', async () =>
    expect((await get('/admin?x=1')).headers['location']).toBe('/admin/?x=1'));
  test('/login.html is /login', async () =>
    expect((await get('/login.html?next=a')).headers['location']).toBe('/login?next=a'));

  test('pages never shadow calls', async () => {
    expect((await get('/inventory/available')).json()).toEqual({ call: true });
    expect(
      (await server.app.inject({ method: 'POST', url: '/login', headers: { accept: 'text/html' } })).json(),
    ).toEqual({ call: true });
    expect(
      (
        await server.app.inject({ method: 'POST', url: '/admin/allusers', headers: { accept: 'text/html' } })
      ).json(),
    ).toEqual({ call: true });
  });
  test('the fallback answers GET for HTML only', async () => {
    expect((await get('/inventory/nothing', 'application/json')).statusCode).toBe(404);
    expect((await get('/assets/missing.js', '*/*')).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      (await server.app.inject({ method: 'POST', url: '/nothing', headers: { accept: 'text/html' } }))
        .statusCode,
    ).toBe(404);
  });
  test('HEAD answers as GET does', async () =>
    expect(
      (await server.app.inject({ method: 'HEAD', url: '/home', headers: { accept: 'text/html' } }))
        .statusCode,
    ).toBe(200));
});

describe('files', () => {
  test('hashed files never change, and are compressed', async () => {
    const answer = await server.app.inject({
      url: '/assets/main-1a2b.js',
      headers: { 'accept-encoding': 'br' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(answer.headers['content-type']).toMatch(/javascript/);
  });
  test('what the build has compressed is sent so, to who takes it', async () => {
    const compressed = await server.app.inject({
      url: '/assets/built-3c4d.css',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect([
      compressed.body,
      compressed.headers['content-encoding'],
      compressed.headers['content-type'],
    ]).toEqual(['as the build compressed it', 'br', 'text/css; charset=utf-8']);
    expect((await get('/assets/built-3c4d.css', '*/*')).body).toBe('a{}');
  });
  test('other files are asked for again', async () =>
    expect((await get('/favicon.svg', '*/*')).headers['cache-control']).toBe('no-cache'));
  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '//secret.txt',
    '/assets/%00',
  ])('%s does not leave the folder', async (url) => {
    const answer = await get(url, '*/*');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toMatch(/^secret/);
  });
});

describe('security headers', () => {
  test('a strict policy: scripts and calls from here only, frames by ourselves only', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'self'/);
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(policy).toMatch(/frame-ancestors 'self'(;|$)/);
    expect(policy).toMatch(/object-src 'none'/);
    expect((await get('/')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
  });
  test.each(['/newpassword', '/vendorview', '/clientlink'])(
    '%s, whose address holds a secret, is no referrer and is not listed',
    async (url) => {
      expect((await get(url)).headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect((await get('/')).headers['referrer-policy']).toBe('same-origin');
    },
  );
  test.each(['/loginform', '/referralform'])('%s may be framed by the configured sites', async (url) => {
    const { headers } = await get(url);
    expect(headers['content-security-policy']).toMatch(
      /frame-ancestors 'self' https:\/\/www\.example\.com(;|$)/,
    );
    expect(headers['x-frame-options']).toBeUndefined();
  });
});

test('without built pages every page is an unknown path', async () => {
  const bare = await testServer({ portalFolder: path.join(folder, 'nothing') });
  expect((await bare.app.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  await bare.app.close();
});
