import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BadConfiguration, readConfig } from './config.ts';
import { variables } from './variables.ts';

const STORES = {
  DATABASE_URL: 'postgres://someone:secret@db:5432/vitrine',
  EVENTSTORE_URL: 'esdb://log:2113?tls=false',
};

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems;
    throw error;
  }
  return [];
}

test('the addresses of the two stores are enough', () => {
  expect(readConfig(STORES)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataFolder: '.data',
    roles: new Set(['api', 'projections', 'reactors', 'jobs']),
    demo: false,
    timeZone: 'America/New_York',
    jwtSecret: undefined,
    secondFactorRequired: false,
    secondFactorKeys: undefined,
    production: false,
  });
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ ...STORES, PORT: '', JWT_SECRET: ' ' })).toMatchObject({
    port: 8080,
    jwtSecret: undefined,
  });
});

test('every bad variable is named with its fix, and all of them together', () => {
  expect(
    problemsOf({ ...STORES, PORT: '80800', VITRINE_TIME_ZONE: 'Mars/Olympus', VITRINE_ROLES: 'api,cook' }),
  ).toEqual([
    'PORT is "80800": give a port from 0 to 65535, for example 8080 (0: a free one).',
    'VITRINE_ROLES is "api,cook": give some of api,projections,reactors,jobs, separated by commas.',
    'VITRINE_TIME_ZONE is "Mars/Olympus": give a time zone like America/New_York.',
  ]);
});

test('the port for health is another than the application’s, where both are listened on', () => {
  const same = { ...STORES, PORT: '8081', VITRINE_HEALTH_PORT: '8081' };
  expect(problemsOf(same)).toEqual([
    'VITRINE_HEALTH_PORT is "8081", as PORT is: give it a port of its own, or unset it.',
  ]);
  expect(problemsOf({ ...same, VITRINE_ROLES: 'jobs' })).toEqual([]);
  expect(problemsOf({ ...STORES, PORT: '0', VITRINE_HEALTH_PORT: '0' })).toEqual([]);
});

test.each([
  ['true', true],
  ['false', false],
  ['10.0.0.0/255.0.0.0', ['10.0.0.0/255.0.0.0']],
  ['loopback, 10.0.0.0/8,fd00::/8,192.168.1.7', ['loopback', '10.0.0.0/8', 'fd00::/8', '192.168.1.7']],
  ['', false],
])('VITRINE_TRUST_PROXY may be "%s"', (text, trustProxy) => {
  expect(readConfig({ ...STORES, VITRINE_TRUST_PROXY: text })).toMatchObject({ trustProxy });
});

test.each([
  'yes',
  'flase',
  '2',
  '0.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  'proxy.example.com',
  '10.0.0.1,',
])('VITRINE_TRUST_PROXY may not be "%s", which the server would not take', (text) => {
  expect(problemsOf({ ...STORES, VITRINE_TRUST_PROXY: text })).toEqual([
    expect.stringMatching(/^VITRINE_TRUST_PROXY is .* give true, false, or addresses/),
  ]);
});

test('the trading system has a path where it wants one, and no password, which is not repeated', () => {
  const url = 'https://erp.example.com/api';
  expect(readConfig({ ...STORES, TRADING_SYSTEM_URL: url }).tradingSystemUrl).toBe(url);
  const problems = problemsOf({ ...STORES, TRADING_SYSTEM_URL: 'https://user:hunter2@erp.example.com' });
  expect(problems).toEqual([expect.stringMatching(/^TRADING_SYSTEM_URL .*without a user, a password/)]);
  expect(problems[0]).not.toContain('hunter2');
});

test('a missing store is reported with the setting that gives its address', () => {
  expect(problemsOf({ EVENTSTORE_URL: STORES.EVENTSTORE_URL })).toEqual([
    expect.stringMatching(/^DATABASE_URL is missing: npm start sets it/),
  ]);
});

test.each([
  ['DATABASE_URL', 'mysql://root:hunter2@db/vitrine'],
  ['EVENTSTORE_URL', 'hunter2'],
  ['JWT_SECRET', 'hunter2'],
])('a bad %s is not repeated: it may hold a secret', (name, value) => {
  const problems = problemsOf({ ...STORES, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} cannot be used: give `));
  expect(problems[0]).not.toContain('hunter2');
});

test.each([
  ['SMTP_URL', 'smtp://', 'smtp://host:587'],
  ['SMTP_URL', 'smtps:///mail', 'smtp://host:587'],
  ['NATS_URL', 'nats://', 'nats://user:password@host:4222'],
  ['VITRINE_PUBLIC_URL', 'https://', 'https://vitrine.example.com'],
])('%s is refused as "%s", without a host', (name, value, example) => {
  expect(problemsOf({ ...STORES, [name]: value })).toEqual([
    `${name} cannot be used: give an address like ${example}.`,
  ]);
});

test('a database may be at a socket, without a host', () => {
  const socket = 'postgres:///vitrine?host=/var/run/postgresql';
  expect(readConfig({ ...STORES, DATABASE_URL: socket }).databaseUrl).toBe(socket);
});

test('a user or password of NATS that cannot be decoded is refused with its fix', () => {
  expect(problemsOf({ ...STORES, NATS_URL: 'nats://vitrine:50%off@broker:4222' })).toEqual([
    'NATS_URL cannot be used: write % in a user or password as %25.',
  ]);
});

test.each([
  'esdb://node1:2113,node2:2113,node3:2113',
  'esdb://vitrine:p%40ss@node1,node2:2114?tls=true&tlsCAFile=/etc/ca.crt',
  'esdb+discover://cluster.example.com:2113',
  'kurrentdb://node1:2113,node2:2113,node3:2113?tls=false',
  'kurrentdb+discover://user:secret@cluster.example.com',
])('%s is an address of an event store', (url) => {
  expect(readConfig({ ...STORES, EVENTSTORE_URL: url }).eventStoreUrl).toBe(url);
});

test.each(['esdb://', 'esdb://node1:2113,', 'esdb://node1:port', 'http://node1:2113', 'node1:2113'])(
  '%s is no address of an event store',
  (url) => {
    expect(problemsOf({ ...STORES, EVENTSTORE_URL: url })).toEqual([
      'EVENTSTORE_URL cannot be used: give an address like esdb://host:2113?tls=false, or ' +
        'esdb://user:password@node1:2113,node2:2113,node3:2113 for a cluster.',
    ]);
  },
);

test('production wants a secret, an address and an e-mail of its own, and has no demo', () => {
  expect(problemsOf({ ...STORES, NODE_ENV: 'production', VITRINE_DEMO: 'true' })).toEqual([
    expect.stringMatching(/^JWT_SECRET is missing: in production give /),
    expect.stringMatching(/^VITRINE_PUBLIC_URL is missing: in production give .*https:\/\//),
    expect.stringMatching(/^VITRINE_HOUSE_EMAIL is missing: in production give .*@/),
    expect.stringMatching(/^VITRINE_DEMO is on/),
  ]);
  const complete = {
    NODE_ENV: 'production',
    JWT_SECRET: 'x'.repeat(32),
    VITRINE_PUBLIC_URL: 'https://vitrine.example.com',
    VITRINE_HOUSE_EMAIL: 'office@example.com',
  };
  expect(readConfig({ ...STORES, ...complete })).toMatchObject({
    production: true,
    publicUrl: 'https://vitrine.example.com',
    houseEmail: 'office@example.com',
    portal: { houseEmail: 'office@example.com' },
  });
});

test('elsewhere the public address is where the process listens, and the house’s e-mail is the example’s', () => {
  expect(readConfig({ ...STORES, PORT: '8081' })).toMatchObject({
    publicUrl: 'http://127.0.0.1:8081',
    houseEmail: 'office@vitrine.example',
  });
});

test('docs/operations.md has exactly these variables in its table', () => {
  const page = readFileSync('docs/operations.md', 'utf8');
  const table = page.slice(page.indexOf('## Configuration')).split('\n## ')[0] ?? '';
  const documented = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(Object.keys(variables.shape).sort());
});

test('single sign-on takes issuer, client and secret together, and https in production', () => {
  const oidc = {
    VITRINE_OIDC_ISSUER: 'http://accounts.example.com',
    VITRINE_OIDC_CLIENT_ID: 'vitrine',
    VITRINE_OIDC_CLIENT_SECRET: 'of the provider',
  };
  const read = readConfig({ ...STORES, ...oidc, VITRINE_OIDC_NAME: 'House Login' });
  expect(read.singleSignOn).toEqual({
    issuer: 'http://accounts.example.com',
    clientId: 'vitrine',
    clientSecret: 'of the provider',
  });
  expect(read.portal.singleSignOn).toBe('House Login');
  expect(readConfig(STORES).portal.singleSignOn).toBe('');
  const together =
    'single sign-on needs VITRINE_OIDC_ISSUER, VITRINE_OIDC_CLIENT_ID, VITRINE_OIDC_CLIENT_SECRET together.';
  expect(problemsOf({ ...STORES, ...oidc, VITRINE_OIDC_CLIENT_SECRET: '' })).toEqual([
    `VITRINE_OIDC_CLIENT_SECRET is missing: ${together}`,
  ]);
  expect(problemsOf({ ...STORES, ...oidc, NODE_ENV: 'production' })).toContain(
    'VITRINE_OIDC_ISSUER is not secure: in production give an address that begins with https://.',
  );
});

test('the secrets of second factors are long, and may be several', () => {
  const [first, next] = ['a'.repeat(32), 'b'.repeat(40)];
  const given = {
    ...STORES,
    VITRINE_SECOND_FACTOR: 'required',
    VITRINE_SECOND_FACTOR_SECRET: `${next}, ${first}`,
  };
  expect(readConfig(given)).toMatchObject({ secondFactorRequired: true, secondFactorKeys: [next, first] });
  expect(problemsOf({ ...STORES, VITRINE_SECOND_FACTOR_SECRET: `${next},short` })).toEqual([
    'VITRINE_SECOND_FACTOR_SECRET cannot be used: give at least 32 characters that cannot be guessed.',
  ]);
});
