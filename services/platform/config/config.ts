import { z } from 'zod';
import type { Configuration } from '#contracts/api/configuration.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#contracts/vocabulary/time-zone.ts';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { STORES_WAIT_SECONDS } from '../stores/wait-seconds.ts';
import { CONNECTION_STRING_EXAMPLES, readConnectionString } from '../event-store/connection-string.ts';
import { FILES_EXAMPLE, isFilesAddress } from '../files/files-place.ts';

/** What one process of Vitrine does (architecture: Processes). */
export const ROLES = ['api', 'projections', 'reactors', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** The configuration of a process, read once at its start. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /**
   * Port of its own for health and metrics, 0: any free one. Undefined: the role `api` serves them at its own port.
   */
  readonly healthPort: number | undefined;
  /** Folder of the embedded stores and of what the process keeps for itself. */
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Most connections to Postgres that requests, reactors and jobs share. */
  readonly databaseConnections: number;
  /** Most connections to Postgres that the projections and their rebuilds use, beside those. */
  readonly projectionConnections: number;
  readonly eventStoreUrl: string;
  /** Seconds for which a start waits for stores that cannot be reached yet. */
  readonly storesWaitSeconds: number;
  readonly natsUrl: string | undefined;
  /** Undefined: mails are kept in the outbox and not sent. */
  readonly smtpUrl: string | undefined;
  /** The house's own address: mails come from it, referrals go to it. */
  readonly houseEmail: string;
  /** Where people find Vitrine: the address that mails name. */
  readonly publicUrl: string;
  /** Folder or bucket (with the key that opens it) of the store of files. Undefined: a folder of the data folder. */
  readonly filesUrl: string | undefined;
  /** Base address of the external trading system; without it nothing is synchronised. */
  readonly tradingSystemUrl: string | undefined;
  /** Seconds that the simulated trading system takes from an instruction to its document. */
  readonly simulatorDelayS: number;
  /** Seconds between two syncs with the trading system; 0: only when an administrator asks. */
  readonly syncSeconds: number;
  /** A read waits this long, in milliseconds, to be as new as was asked; then it reports that it is stale. */
  readonly freshWithinMs: number;
  /** Seconds from /readyz' first 503 until connections are ended: a balancer probes again meanwhile. */
  readonly drainSeconds: number;
  /** Proxies whose X-Forwarded-* headers are believed: all, none, or a list of addresses and subnets. */
  readonly trustProxy: boolean | string;
  /** Origins besides our own that may call with the session cookie. */
  readonly allowedOrigins: readonly string[];
  /** Sites that may frame the embeddable pages. */
  readonly frameAncestors: readonly string[];
  readonly roles: ReadonlySet<Role>;
  /** Demo accounts and demo data exist. */
  readonly demo: boolean;
  /** The house's time zone: its days and months. */
  readonly timeZone: string;
  /** Signs the sessions. Undefined: `sessionSecret` makes one and keeps it in the data folder. */
  readonly jwtSecret: string | undefined;
  /** Hours after the sign-in at which a session ends, however often it was renewed. */
  readonly maxSessionHours: number;
  /** Staff set up a second factor before anything else. */
  readonly secondFactorRequired: boolean;
  /** What the secrets of second factors are sealed with: the first seals, each opens. Undefined: what signs the sessions. */
  readonly secondFactorKeys: readonly [string, ...string[]] | undefined;
  /** Calls that one user may make in a minute; 0: any number. */
  readonly callsPerMinute: number;
  /** The house's OpenID provider, which signs staff in; undefined without one. */
  readonly singleSignOn: SingleSignOn | undefined;
  /** Above these shares of a vendor's stock, in percent, a feed waits for a person (rule: Held feeds). */
  readonly feedShares: { withdrawals: number; prices: number };
  readonly logLevel: LogLevel;
  /** Each answer is a line on standard output. */
  readonly accessLog: boolean;
  readonly production: boolean;
  /** The settings that the portal's pages get. */
  readonly portal: Configuration;
}

export type SingleSignOn = { issuer: string; clientId: string; clientSecret: string };

/** In the demo a request becomes a memo by itself. */
const DEMO_SYNC_SECONDS = 2;

/** Balancers ask every few seconds. */
const PRODUCTION_DRAIN_SECONDS = 5;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Characters that a secret has at least. */
export const LEAST_SECRET = 32;

/** One or more variables that cannot be used; the message has a line for each, with the fix. */
export class BadConfiguration extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'BadConfiguration';
  }
}

const address = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => protocols.includes(protocolOf(text)), `give an address like ${example}`);

/** Origins separated by commas. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine(
    (all) => all.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'give origins like https://www.example.com, separated by commas',
  );

const webAddress = address(['http:', 'https:'], 'https://www.example.com');

/** `Name=https://…`, separated by commas. */
const links = z
  .string()
  .transform((text) =>
    text.split(',').map((link) => {
      const [name = '', ...url] = link.split('=');
      return { name: name.trim(), url: url.join('=').trim() };
    }),
  )
  .refine(
    (all) => all.every(({ name, url }) => name !== '' && ['http:', 'https:'].includes(protocolOf(url))),
    'give links like Instagram=https://www.instagram.com/example, separated by commas',
  );

/** Names of hosts, separated by commas. */
const hosts = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim()))
  .refine(
    (all) => all.every((host) => /^[a-z0-9.-]+$/i.test(host)),
    'give hosts like videos.example.com, separated by commas',
  );

const PORT_WANTED = 'give a port from 0 to 65535, for example 8080 (0: any free one)';
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_WANTED)
  .transform(Number)
  .refine((number) => number <= 65_535, PORT_WANTED);

/** A number of connections to Postgres: with fewer, work that needs a second one to go on could wait for ever. */
const connections = (fewest: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `give a number of connections, ${fewest} or more`)
    .transform(Number)
    .refine((number) => number >= fewest, `give a number of connections, ${fewest} or more`);

const longSecret = z
  .string()
  .min(LEAST_SECRET, `give at least ${LEAST_SECRET} characters that cannot be guessed`);

/** A share in percent. */
const share = z
  .string()
  .regex(/^(100|\d{1,2})$/, 'give a whole number of percent from 0 to 100, for example 30')
  .transform(Number);

const yesOrNo = z
  .enum(['true', 'false', '1', '0'], { error: 'give true or false' })
  .transform((text) => text === 'true' || text === '1');

/** Every variable that Vitrine reads, by its name. docs/operations.md has the same table in words. */
export const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  VITRINE_HEALTH_PORT: port.optional(),
  VITRINE_DATA: z.string().default('.data'),
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/vitrine'),
  VITRINE_DATABASE_CONNECTIONS: connections(5).default(20),
  VITRINE_PROJECTION_CONNECTIONS: connections(8).default(10),
  EVENTSTORE_URL: z
    .string()
    .refine(
      (text) => readConnectionString(text) !== undefined,
      `give an address like ${CONNECTION_STRING_EXAMPLES}`,
    ),
  VITRINE_STORES_WAIT_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'give whole seconds, for example 15')
    .transform(Number)
    .default(STORES_WAIT_SECONDS),
  NATS_URL: address(['nats:', 'tls:', 'ws:', 'wss:'], 'nats://host:4222').optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://host:587').optional(),
  VITRINE_HOUSE_EMAIL: z.email('give an e-mail address, for example office@example.com').optional(),
  VITRINE_PUBLIC_URL: address(['http:', 'https:'], 'https://vitrine.example.com').optional(),
  VITRINE_FILES_URL: z.string().refine(isFilesAddress, `give an address like ${FILES_EXAMPLE}`).optional(),
  TRADING_SYSTEM_URL: address(['http:', 'https:'], 'https://host').optional(),
  VITRINE_SIMULATOR_DELAY_S: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/, 'give seconds, for example 20 (0: immediately)')
    .transform(Number)
    .default(20),
  VITRINE_SYNC_SECONDS: z
    .string()
    .regex(/^\d{1,6}$/, 'give whole seconds, for example 300 (0: only when an administrator asks)')
    .transform(Number)
    .optional(),
  VITRINE_FRESH_WITHIN_MS: z
    .string()
    .regex(/^\d{1,6}$/, 'give whole milliseconds, for example 2000')
    .transform(Number)
    .default(2000),
  VITRINE_DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'give whole seconds, for example 5 (0: connections are ended immediately)')
    .transform(Number)
    .optional(),
  VITRINE_TRUST_PROXY: z.string().optional(),
  VITRINE_ALLOWED_ORIGINS: origins.default([]),
  VITRINE_FRAME_ANCESTORS: origins.default([]),
  VITRINE_ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES, { error: `give some of ${ROLES.join(',')}, separated by commas` })))
    .default([...ROLES]),
  VITRINE_DEMO: yesOrNo.default(false),
  VITRINE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'give a time zone like America/New_York')
    .default(DEFAULT_TIME_ZONE),
  VITRINE_REPAIR_URL: webAddress.default(PORTAL_DEFAULTS.repairServiceUrl),
  VITRINE_SOCIAL_LINKS: links.default([...PORTAL_DEFAULTS.socialLinks]),
  VITRINE_VIDEO_HOSTS: hosts.default([...PORTAL_DEFAULTS.trustedVideoHosts]),
  VITRINE_VIEWER_URL: webAddress.default(PORTAL_DEFAULTS.v360BaseUrl),
  VITRINE_IMPATIENT_S: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/, 'give seconds, for example 8 (0: immediately)')
    .transform(Number)
    .default(PORTAL_DEFAULTS.impatientAfterSeconds),
  JWT_SECRET: longSecret.optional(),
  VITRINE_MAX_SESSION_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'give whole hours, for example 12')
    .transform(Number)
    .default(12),
  VITRINE_SECOND_FACTOR: z
    .enum(['optional', 'required'], { error: 'give optional or required' })
    .default('optional'),
  VITRINE_SECOND_FACTOR_SECRET: z
    .string()
    .transform((text) => text.split(',').map((secret) => secret.trim()))
    .pipe(z.tuple([longSecret], longSecret))
    .optional(),
  VITRINE_CALLS_PER_MINUTE: z
    .string()
    .regex(/^\d{1,7}$/, 'give a whole number, for example 2400 (0: no limit)')
    .transform(Number)
    .default(2_400),
  VITRINE_FEED_WITHDRAWALS: share.default(30),
  VITRINE_FEED_PRICES: share.default(30),
  VITRINE_OIDC_ISSUER: address(['https:', 'http:'], 'https://accounts.example.com').optional(),
  VITRINE_OIDC_CLIENT_ID: z.string().optional(),
  VITRINE_OIDC_CLIENT_SECRET: z.string().optional(),
  VITRINE_OIDC_NAME: z.string().max(40, 'give at most 40 characters').default('single sign-on'),
  VITRINE_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `give one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  VITRINE_ACCESS_LOG: yesOrNo.default(false),
  NODE_ENV: z.string().optional(),
});

const MISSING: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'npm start sets it to the embedded Postgres; otherwise give postgres://user:password@host:5432/vitrine',
  EVENTSTORE_URL: 'npm start sets it to the embedded event store; otherwise give esdb://host:2113?tls=false',
};

/** Not repeated in messages: they are, or may hold, secrets. */
const SECRET = /_URL$|SECRET/;

/**
 * Reads and checks the configuration. An empty variable counts as absent.
 * @throws {BadConfiguration} naming every variable that cannot be used, and its fix
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = environment[name]?.trim();
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const read = variables.safeParse(given);
  if (!read.success) throw new BadConfiguration(read.error.issues.map((issue) => problem(issue, given)));
  const values = read.data;
  const production = values.NODE_ENV === 'production';
  const clashes = [...singleSignOnProblems(values), ...(production ? productionProblems(values) : [])];
  if (clashes.length > 0) throw new BadConfiguration(clashes);
  const houseEmail = values.VITRINE_HOUSE_EMAIL ?? PORTAL_DEFAULTS.houseEmail;
  return {
    host: values.HOST,
    port: values.PORT,
    healthPort: values.VITRINE_HEALTH_PORT ?? (values.VITRINE_ROLES.includes('api') ? undefined : 0),
    dataFolder: values.VITRINE_DATA,
    databaseUrl: values.DATABASE_URL,
    storesWaitSeconds: values.VITRINE_STORES_WAIT_SECONDS,
    databaseConnections: values.VITRINE_DATABASE_CONNECTIONS,
    projectionConnections: values.VITRINE_PROJECTION_CONNECTIONS,
    eventStoreUrl: values.EVENTSTORE_URL,
    natsUrl: values.NATS_URL,
    smtpUrl: values.SMTP_URL,
    houseEmail,
    publicUrl: values.VITRINE_PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`,
    filesUrl: values.VITRINE_FILES_URL,
    tradingSystemUrl: values.TRADING_SYSTEM_URL,
    simulatorDelayS: values.VITRINE_SIMULATOR_DELAY_S,
    syncSeconds: values.VITRINE_SYNC_SECONDS ?? (values.VITRINE_DEMO ? DEMO_SYNC_SECONDS : 0),
    freshWithinMs: values.VITRINE_FRESH_WITHIN_MS,
    drainSeconds: values.VITRINE_DRAIN_SECONDS ?? (production ? PRODUCTION_DRAIN_SECONDS : 0),
    trustProxy: values.VITRINE_TRUST_PROXY === 'true' ? true : (values.VITRINE_TRUST_PROXY ?? false),
    allowedOrigins: values.VITRINE_ALLOWED_ORIGINS,
    frameAncestors: values.VITRINE_FRAME_ANCESTORS,
    roles: new Set(values.VITRINE_ROLES),
    demo: values.VITRINE_DEMO,
    timeZone: values.VITRINE_TIME_ZONE,
    jwtSecret: values.JWT_SECRET,
    maxSessionHours: values.VITRINE_MAX_SESSION_HOURS,
    secondFactorRequired: values.VITRINE_SECOND_FACTOR === 'required',
    secondFactorKeys: values.VITRINE_SECOND_FACTOR_SECRET,
    callsPerMinute: values.VITRINE_CALLS_PER_MINUTE,
    singleSignOn: singleSignOnOf(values),
    feedShares: feedSharesOf(values),
    logLevel: values.VITRINE_LOG_LEVEL,
    accessLog: values.VITRINE_ACCESS_LOG,
    production,
    portal: {
      timeZone: values.VITRINE_TIME_ZONE,
      sendsMails: values.SMTP_URL !== undefined,
      houseEmail,
      repairServiceUrl: values.VITRINE_REPAIR_URL,
      socialLinks: values.VITRINE_SOCIAL_LINKS,
      trustedVideoHosts: values.VITRINE_VIDEO_HOSTS,
      v360BaseUrl: values.VITRINE_VIEWER_URL,
      impatientAfterSeconds: values.VITRINE_IMPATIENT_S,
      singleSignOn: singleSignOnOf(values) ? values.VITRINE_OIDC_NAME : '',
    },
  };
}

const feedVariables = variables.pick({ VITRINE_FEED_WITHDRAWALS: true, VITRINE_FEED_PRICES: true });

const feedSharesOf = (values: z.infer<typeof feedVariables>): Config['feedShares'] => ({
  withdrawals: values.VITRINE_FEED_WITHDRAWALS,
  prices: values.VITRINE_FEED_PRICES,
});

/** The shares alone, for tools of the command line. Throws BadConfiguration. */
export function readFeedShares(
  environment: Readonly<Record<string, string | undefined>>,
): Config['feedShares'] {
  const given = Object.fromEntries(
    Object.keys(feedVariables.shape).flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  );
  const read = feedVariables.safeParse(given);
  if (!read.success) throw new BadConfiguration(read.error.issues.map((issue) => problem(issue, given)));
  return feedSharesOf(read.data);
}

function problem(issue: z.core.$ZodIssue, given: Readonly<Record<string, string>>): string {
  const name = String(issue.path[0]);
  const value = given[name];
  if (value === undefined) return `${name} is missing: ${MISSING[name] ?? issue.message}.`;
  return SECRET.test(name)
    ? `${name} cannot be used: ${issue.message}.`
    : `${name} is "${value}": ${issue.message}.`;
}

type Values = z.infer<typeof variables>;

function singleSignOnOf(values: Values): SingleSignOn | undefined {
  const {
    VITRINE_OIDC_ISSUER: issuer,
    VITRINE_OIDC_CLIENT_ID: clientId,
    VITRINE_OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

function singleSignOnProblems(values: Values): string[] {
  const names = ['VITRINE_OIDC_ISSUER', 'VITRINE_OIDC_CLIENT_ID', 'VITRINE_OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} is missing: single sign-on needs ${names.join(', ')} together.`);
}

function productionProblems(values: Values): string[] {
  const problems: string[] = [];
  if (values.JWT_SECRET === undefined) {
    problems.push('JWT_SECRET is missing: in production give at least 32 characters that cannot be guessed.');
  }
  if (values.VITRINE_PUBLIC_URL === undefined) {
    problems.push(
      'VITRINE_PUBLIC_URL is missing: in production give the address that people find Vitrine at, for example https://vitrine.example.com; mails name it.',
    );
  }
  if (values.VITRINE_HOUSE_EMAIL === undefined) {
    problems.push(
      'VITRINE_HOUSE_EMAIL is missing: in production give the house’s own address, for example office@example.com; mails come from it.',
    );
  }
  if (protocolOf(values.VITRINE_OIDC_ISSUER ?? '') === 'http:') {
    problems.push(
      'VITRINE_OIDC_ISSUER is not secure: in production give an address that begins with https://.',
    );
  }
  if (values.VITRINE_DEMO) {
    problems.push(
      'VITRINE_DEMO is on: demo accounts have a known password and never exist in production; unset it.',
    );
  }
  return problems;
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}
