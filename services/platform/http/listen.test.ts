import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHealthApp } from './health-app.ts';
import { listen } from './listen.ts';

const HOST = '127.0.0.1';

let port: number;
const apps: ReturnType<typeof createHealthApp>[] = [];
const newApp = () => {
  const app = createHealthApp('silent', () => 'made');
  apps.push(app);
  return app;
};
beforeEach(async () => {
  port = Number(new URL(await listen(newApp(), { host: HOST, port: 0 }, 'PORT')).port);
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

test.each(['PORT', 'VITRINE_HEALTH_PORT'] as const)(
  'a port of %s that is taken is a sentence with that variable',
  async (variable) => {
    const taken = listen(newApp(), { host: HOST, port }, variable);
    await expect(taken).rejects.toMatchObject({
      name: 'CannotListen',
      message: `The port of ${variable} cannot be opened: listen EADDRINUSE: address already in use ${HOST}:${port}. Free it, or set ${variable} to another.`,
    });
  },
);

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'])(
  'a host that the system answers with %s is a sentence with HOST',
  async (code) => {
    const app = newApp();
    app.listen = () =>
      Promise.reject(Object.assign(new Error(`refused ${code}`), { code, syscall: 'getaddrinfo' }));
    await expect(listen(app, { host: 'not.a.host', port: 0 }, 'PORT')).rejects.toThrow(
      `HOST is "not.a.host", which is no address of this machine (refused ${code}). Set HOST to 127.0.0.1`,
    );
  },
);

test('an address of another machine is a sentence with HOST', async () => {
  const elsewhere = listen(newApp(), { host: '192.0.2.1', port: 0 }, 'VITRINE_HEALTH_PORT');
  await expect(elsewhere).rejects.toThrow('HOST is "192.0.2.1", which is no address of this machine');
});

test('a server that cannot begin for a reason of its own says that one', async () => {
  const app = newApp();
  app.register(() => Promise.reject(new Error('a schema is wrong')));
  await expect(listen(app, { host: HOST, port: 0 }, 'PORT')).rejects.toThrow(/^a schema is wrong$/);
});
