import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest';
import { launchedCopy, type LaunchedCopy, type User } from '#tests/support/launched-copy.ts';
import type { RunningProcess } from '#tests/support/processes.ts';

const READY = /ready at (http:\/\/[^/]+)\//;
const NOBODY: User = { uid: 65_534, gid: 65_534 };

let copy: LaunchedCopy;
beforeEach(() => {
  copy = launchedCopy();
});
afterEach(() => copy.remove());

async function addressOf(running: RunningProcess): Promise<string> {
  return (await running.printed(READY))[1] ?? '';
}

async function health(address: string): Promise<unknown> {
  return (await fetch(`${address}/healthz`)).json();
}

/** Waits for something that is bound to happen; the test's own timeout ends the wait. */
async function until<T>(look: () => T | Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (isIt(found)) return found;
    await sleep(20);
  }
}

const nothingRuns = () => until(copy.processes, (running) => running.length === 0);

describe('starting and stopping', () => {
  test('prints the address and the demo accounts once it serves; Ctrl-C ends everything; the data are there next time', async () => {
    const first = copy.start();
    const address = await addressOf(first);
    expect(await health(address)).toMatchObject({ starts: 1, demo: 'true' });
    await first.printed(/Ctrl-C stops it/);
    expect(first.output()).toMatch(/The stand-in is getting ready\.[^]*Vitrine is ready/);
    for (const name of ['demo-customer', 'demo-rep', 'demo-admin', 'Demo-pass-1', `${address}/admin/`]) {
      expect(first.output()).toContain(name);
    }
    expect(copy.processes().length).toBeGreaterThan(3);
    first.signal('SIGINT');
    expect(await first.ended()).toBe(0);
    expect(copy.processes()).toEqual([]);

    const second = copy.start();
    expect(await health(await addressOf(second))).toMatchObject({ starts: 2 });
    expect(second.output()).not.toContain('Building');
  });

  test('demo accounts that cannot sign in are not announced', async () => {
    const running = copy.start({ STAND_IN_KNOWS_NOBODY: '1' });
    await running.printed(/Ctrl-C stops it/);
    expect(running.output()).toContain('None of the demo accounts can sign in');
    expect(running.output()).not.toContain('demo-rep');
  });

  test('a SIGTERM to npm ends everything, although npm does not pass it on', async () => {
    const npm = copy.npmStart();
    await addressOf(npm);
    npm.signal('SIGTERM');
    await npm.ended();
    await nothingRuns();
  });

  test('an output that is closed (npm start | head) ends everything in order', async () => {
    const running = copy.start();
    await running.printed(/getting ready/);
    running.closeOutput();
    await nothingRuns();
    expect(await running.ended()).toBe(0);
    expect(running.output()).not.toContain('EPIPE');
  });

  test('an application that does not end when it is asked to is made to; what it wrote is there', async () => {
    const running = copy.start({ STAND_IN_GOES_ON: '1' });
    await addressOf(running);
    running.signal('SIGINT');
    expect(await running.ended(20_000)).toBe(0);
    expect(running.output()).toContain('The application did not end in time; it is made to.');
    expect(copy.processes()).toEqual([]);
    expect(await health(await addressOf(copy.start()))).toMatchObject({ starts: 2 });
  });

  test('a role without pages is ready by its health, and is started again when it is killed', async () => {
    const running = copy.start({ VITRINE_ROLES: 'reactors,jobs' });
    const [, address = ''] = await running.printed(/ready without pages \(VITRINE_ROLES\): (\S+)\/readyz/);
    expect(await health(address)).toMatchObject({ starts: 1 });
    const { pid } = copy.processes().find(({ command }) => command.includes('application.js'))!;
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(async () => (await fetch(`${address}/readyz`)).json(), { timeout: 60_000 })
      .toMatchObject({ starts: 2 });
    running.signal('SIGINT');
    expect(await running.ended()).toBe(0);
  });

  test.each([
    ['is killed before it serves', 'STAND_IN_IS_KILLED', 'SIGKILL'],
    ['fails while it serves and is not ready yet', 'STAND_IN_FAILS_SERVING', 'exit code 3'],
  ])('an application that %s is started again', async (_what, variable, how) => {
    const running = copy.start({ [variable]: path.join(copy.folder, 'has-ended') });
    expect(await health(await addressOf(running))).toMatchObject({ demo: 'true' });
    expect(running.output()).toContain(`The application ended (${how}); starting it again.`);
    running.signal('SIGINT');
    expect(await running.ended()).toBe(0);
  });

  test.each([
    ['crashes', 'SIGSEGV', 0, 'The application did not start (SIGSEGV); it says why above.'],
    ['is killed each time', 'SIGKILL', 5, 'something ended it 6 times before it served'],
  ])('an application that %s before it serves ends the start', async (_what, signal, restarts, why) => {
    const running = copy.start({ STAND_IN_ENDS_BY: signal });
    expect(await running.ended()).toBe(1);
    expect(running.output()).toContain(why);
    expect(running.output().match(/The application ended .*; starting it again/g) ?? []).toHaveLength(
      restarts,
    );
  });

  test('there is no demo with NODE_ENV=production', async () => {
    const running = copy.start({ NODE_ENV: 'production' });
    expect(await health(await addressOf(running))).toMatchObject({ demo: 'false' });
    expect(running.output()).not.toContain('Demo-pass-1');
  });

  test('the stores of a running Vitrine are noted for the tools, readable to its owner alone', async () => {
    const asSet = {
      VITRINE_TIME_ZONE: 'Asia/Kolkata',
      VITRINE_FILES_URL: 'file:///srv/files',
      VITRINE_FEED_WITHDRAWALS: '10',
      VITRINE_FEED_PRICES: '20',
    };
    await addressOf(copy.start(asSet));
    const file = path.join(copy.folder, '.data/running.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgres:/),
      EVENTSTORE_URL: expect.stringMatching(/^esdb:/),
      ...asSet,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('after kill -9', () => {
  test('of the launcher, what it started ends, and the next start finds the data', async () => {
    const first = copy.start();
    await addressOf(first);
    first.signal('SIGKILL');
    await first.ended();
    const second = copy.start();
    expect(await health(await addressOf(second))).toMatchObject({ starts: 2 });
    const postmasters = copy.processes().filter(({ command }) => command.includes('postgres -D'));
    expect(postmasters).toHaveLength(1);
    second.signal('SIGINT');
    expect(await second.ended()).toBe(0);
    await nothingRuns();
  });

  test('of the launcher, Postgres ends without a next start', async () => {
    const running = copy.start();
    await addressOf(running);
    running.signal('SIGKILL');
    await running.ended();
    await nothingRuns();
  });

  test.each(['event-store.js', 'trading-system-simulator.js', 'application.js', 'postgres -D'])(
    'of one process (%s), it is started again under the same address',
    async (word) => {
      const running = copy.start();
      const address = await addressOf(running);
      const find = () => copy.processes().find(({ command }) => command.includes(word))?.pid;
      const before = find();
      if (before === undefined) throw new Error(`${word} does not run:\n${running.output()}`);
      process.kill(before, 'SIGKILL');
      await until(find, (pid) => pid !== undefined && pid !== before);
      const isReady = () =>
        fetch(`${address}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(isReady, (ready) => ready);
      expect(running.output()).toContain('starting it again');
      running.signal('SIGINT');
      expect(await running.ended()).toBe(0);
      expect(copy.processes()).toEqual([]);
    },
  );
});

describe('what cannot work is reported in a line, without a stack', () => {
  async function refusal(running: RunningProcess): Promise<string> {
    expect(await running.ended()).toBe(1);
    expect(running.output()).not.toMatch(/^\s+at /m);
    expect(copy.processes()).toEqual([]);
    return running.output();
  }

  test('a second start in the same folder', async () => {
    const first = copy.start();
    await addressOf(first);
    const second = copy.start();
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain(`is in use by process ${first.pid}`);
    expect(second.output()).not.toMatch(/^\s+at /m);
    expect(await health(await addressOf(first))).toMatchObject({ starts: 1 });
  });

  test('a taken port', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    const address = await until(
      () => squatter.address(),
      (found) => found !== null,
    );
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    expect(await refusal(copy.start({ PORT: String(port) }))).toContain(`Port ${port} on 127.0.0.1 is taken`);
    squatter.close();
  });

  test('a data folder that is a file', async () => {
    writeFileSync(path.join(copy.folder, 'data'), '');
    expect(await refusal(copy.start({ VITRINE_DATA: 'data' }))).toMatch(
      /VITRINE_DATA is .*data, which is a file/,
    );
  });

  test('an invalid port', async () => {
    expect(await refusal(copy.start({ PORT: '80 80' }))).toContain('PORT is "80 80": give a port');
  });

  test('a configured Postgres that does not answer; its password is not printed', async () => {
    const output = await refusal(copy.start({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/vitrine' }));
    expect(output).toContain('No server answers at 127.0.0.1:9 (DATABASE_URL)');
    expect(output).not.toContain('hunter2');
  });

  test('a configured event store that does not answer', async () => {
    const output = await refusal(copy.start({ EVENTSTORE_URL: 'esdb://127.0.0.1:9,127.0.0.1:10?tls=false' }));
    expect(output).toContain('No server answers at 127.0.0.1:9, 127.0.0.1:10 (EVENTSTORE_URL)');
  });

  test('an application that ends before it serves', async () => {
    const output = await refusal(copy.start({ STAND_IN_FAILS: '1' }));
    expect(output).toContain('The stand-in fails as asked.');
    expect(output).toContain('The application did not start (exit code 3); it says why above.');
  });

  test('source text that cannot be built', async () => {
    rmSync(path.join(copy.folder, 'deploy/local/event-store/main.ts'));
    mkdirSync(path.join(copy.folder, 'deploy/local/event-store/main.ts'));
    expect(await refusal(copy.start())).toContain('The server could not be built');
  });

  test('an old Node', async () => {
    const old =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.0'}})";
    const output = await refusal(copy.start({ NODE_OPTIONS: `--import ${old}` }));
    expect(output).toMatch(/^Vitrine needs Node \^20\.19\.0.*; this is 18\.20\.0/);
  });
});

describe('as root and as an ordinary user', () => {
  const needsRoot = (context: TestContext) => {
    context.skip(
      process.getuid?.() !== 0,
      'only root can become another user; the other tests ran as an ordinary one',
    );
  };

  test('an ordinary user needs nothing but the folder', async (context) => {
    needsRoot(context);
    await copy.remove();
    copy = launchedCopy(NOBODY);
    const running = copy.start();
    expect(await health(await addressOf(running))).toMatchObject({ starts: 1 });
    running.signal('SIGINT');
    expect(await running.ended()).toBe(0);
  });

  test('a folder that this user may not write to', async (context) => {
    needsRoot(context);
    await copy.remove();
    copy = launchedCopy(NOBODY);
    chmodSync(copy.folder, 0o555);
    const running = copy.start();
    expect(await running.ended()).toBe(1);
    expect(running.output()).toContain('.data cannot be written to (EACCES)');
    expect(running.output()).not.toMatch(/^\s+at /m);
  });

  test('root may start it in a folder that no other user can enter', async (context) => {
    needsRoot(context);
    chmodSync(copy.folder, 0o700);
    const first = copy.start();
    expect(await health(await addressOf(first))).toMatchObject({ starts: 1 });
    first.signal('SIGINT');
    expect(await first.ended()).toBe(0);
    const second = copy.start();
    expect(await health(await addressOf(second))).toMatchObject({ starts: 2 });
    second.signal('SIGINT');
    expect(await second.ended()).toBe(0);
    // The data lie where the server's user can reach them: outside of the copy, and so not removed with it.
    rmSync(path.dirname(realpathSync(path.join(copy.folder, '.data/postgres/cluster'))), { recursive: true });
  });
});
