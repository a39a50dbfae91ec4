import { isIP } from 'node:net';
import { z } from 'zod';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { DEFAULT_TIME_ZONE, isTimeZone } from '#contracts/vocabulary/time-zone.ts';
import { CONNECTION_STRING_EXAMPLES, readConnectionString } from '../event-store/connection-string.ts';
import { FILES_EXAMPLE, isFilesAddress } from '../files/files-place.ts';
import { STORES_WAIT_SECONDS } from '../stores/wait-seconds.ts';

/** What one process of Vitrine does (architecture: Processes). */
const PROCESS_ROLES = ['api', 'projections', 'reactors', 'jobs'] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Characters that a secret has at least. */
export const LEAST_SECRET = 32;

/** @param hasHost false where an address without a host means something, such as the socket of a database */
const address = (protocols: readonly string[], example: string, { hasHost = true } = {}) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(protocolOf(text)) && (!hasHost || new URL(text).hostname !== ''),
      `give an address like ${example}`,
    );

/** Whether what a program reads out of an address can be decoded. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Origins separated by commas. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine(
    (all) => all.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'give origins like https://www.example.com, separated by commas',
  );

/** Where the calls of another system begin: fetch sends no user and password of an address. */
const callsAddress = address(['http:', 'https:'], 'https://host').refine((text) => {
  if (!URL.canParse(text)) return true;
  const { username, password, search, hash } = new URL(text);
  return username + password + search + hash === '';
}, 'give an address like https://host/path, without a user, a password or a query');

/** Networks that Fastify knows by name. */
const NAMED_NETWORKS: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const most = { 4: 32, 6: 128 }[isIP(ip)];
  if (most === undefined) return NAMED_NETWORKS.has(text);
  if (more.length > 0) return false;
  if (bits === undefined || (isIP(ip) === 4 && isIP(bits) === 4)) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
}

/**
 * Whose X-Forwarded headers count: everyone's, no one's, or those of networks. Fastify trusts no proxy by its number in a
 * row.
 */
const proxies = z
  .string()
  .transform((text) =>
    text === 'true' || text === 'false' ? text === 'true' : text.split(',').map((network) => network.trim()),
  )
  .refine(
    (given) => !Array.isArray(given) || given.every(isNetwork),
    'give true, false, or addresses and subnets like 10.0.0.0/8, separated by commas',
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

/** Hosts with their port where it is not 443, separated by commas. */
const httpsHosts = z
  .string()
  .transform((text) => text.split(',').map((host) => host.trim().toLowerCase()))
  .refine(
    (all) => all.every((host) => URL.canParse(`https://${host}`) && new URL(`https://${host}`).host === host),
    'give hosts like feeds.example.com, with a port where it is not 443, separated by commas',
  );

const PORT_WANTED = 'give a port from 0 to 65535, for example 8080 (0: a free one)';
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_WANTED)
  .transform(Number)
  .refine((number) => number <= 65_535, PORT_WANTED);

/**
 * A number of connections to Postgres. With fewer, work that needs a second connection to go on could wait for ever.
 */
const connections = (fewest: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/, `give a number of connections, ${fewest} or more`)
    .transform(Number)
    .refine((number) => number >= fewest, `give a number of connections, ${fewest} or more`);

const longSecret = z
  .string()
  .min(LEAST_SECRET, `give at least ${LEAST_SECRET} characters that cannot be guessed`);

/** Where a guard of feeds is not set otherwise, in percent. */
export const DEFAULT_FEED_SHARE = 30;

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
  DATABASE_URL: address(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/vitrine', {
    hasHost: false,
  }),
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
  NATS_URL: address(['nats:', 'tls:'], 'nats://user:password@host:4222')
    .refine(isDecodable, 'write % in a user or password as %25')
    .optional(),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://host:587').optional(),
  VITRINE_HOUSE_EMAIL: z.email('give an e-mail address, for example office@example.com').optional(),
  VITRINE_PUBLIC_URL: address(['http:', 'https:'], 'https://vitrine.example.com').optional(),
  VITRINE_FILES_URL: z.string().refine(isFilesAddress, `give an address like ${FILES_EXAMPLE}`).optional(),
  TRADING_SYSTEM_URL: callsAddress.optional(),
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
  VITRINE_TRUST_PROXY: proxies.default(false),
  VITRINE_ALLOWED_ORIGINS: origins.default([]),
  VITRINE_FRAME_ANCESTORS: origins.default([]),
  VITRINE_ROLES: z
    .string()
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(
      z.array(
        z.enum(PROCESS_ROLES, { error: `give some of ${PROCESS_ROLES.join(',')}, separated by commas` }),
      ),
    )
    .default([...PROCESS_ROLES]),
  VITRINE_DEMO: yesOrNo.default(false),
  VITRINE_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'give a time zone like America/New_York')
    .default(DEFAULT_TIME_ZONE),
  VITRINE_MEMO_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, 'give whole days, for example 60 (0: memos have no due date)')
    .transform(Number)
    .default(0),
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
  VITRINE_FEED_WITHDRAWALS: share.default(DEFAULT_FEED_SHARE),
  VITRINE_FEED_PRICES: share.default(DEFAULT_FEED_SHARE),
  VITRINE_FEED_HOSTS: httpsHosts.default([]),
  VITRINE_OIDC_ISSUER: address(['https:', 'http:'], 'https://accounts.example.com').optional(),
  VITRINE_OIDC_CLIENT_ID: z.string().optional(),
  VITRINE_OIDC_CLIENT_SECRET: z.string().optional(),
  VITRINE_OIDC_NAME: z.string().max(40, 'give at most 40 characters').default('single sign-on'),
  VITRINE_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `give one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  VITRINE_ACCESS_LOG: yesOrNo.default(false),
  NODE_ENV: z.string().optional(),
});

export type Variables = z.infer<typeof variables>;

/** The protocol of an address, such as `https:`; empty when the text is no address. */
export function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : '';
}
