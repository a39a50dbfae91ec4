import type { z } from 'zod';
import type { Configuration } from '#contracts/api/configuration.ts';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { protocolOf, variables, type ProcessRole, type Variables } from './variables.ts';

/** The configuration of a process, read once at its start; `readConfig` says what each setting means. */
export type Config = Readonly<ReturnType<typeof readConfig>>;

export type SingleSignOn = { issuer: string; clientId: string; clientSecret: string };

/** In the demo, a request becomes a memo by itself. */
const DEMO_SYNC_SECONDS = 2;

/** Balancers ask every few seconds. */
const PRODUCTION_DRAIN_SECONDS = 5;

/** One or more variables cannot be used. The message has a line for each, with the fix. */
export class BadConfiguration extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'BadConfiguration';
  }
}

const MISSING: Readonly<Record<string, string>> = {
  DATABASE_URL:
    'npm start sets it to the embedded Postgres; otherwise give postgres://user:password@host:5432/vitrine',
  EVENTSTORE_URL: 'npm start sets it to the embedded event store; otherwise give esdb://host:2113?tls=false',
};

/** Values of these are not repeated in messages: they are, or may contain, secrets. */
const SECRET = /_URL$|SECRET/;

/**
 * Reads and checks the configuration. An empty variable counts as absent.
 * @throws {BadConfiguration} naming every variable that cannot be used, and its fix
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
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
  const clashes = [
    ...portProblems(values),
    ...singleSignOnProblems(values),
    ...(production ? productionProblems(values) : []),
  ];
  if (clashes.length > 0) throw new BadConfiguration(clashes);
  const houseEmail = values.VITRINE_HOUSE_EMAIL ?? PORTAL_DEFAULTS.houseEmail;
  return {
    host: values.HOST,
    /** 0: a free port. */
    port: values.PORT,
    /**
     * Port of its own for health and metrics, 0: a free one. Undefined: the role `api` serves them at its own port.
     */
    healthPort: values.VITRINE_HEALTH_PORT ?? (values.VITRINE_ROLES.includes('api') ? undefined : 0),
    /** Folder of the embedded stores and of the files that the process itself keeps. */
    dataFolder: values.VITRINE_DATA,
    databaseUrl: values.DATABASE_URL,
    /** Seconds for which a start waits for stores that cannot be reached yet. */
    storesWaitSeconds: values.VITRINE_STORES_WAIT_SECONDS,
    /** Most connections to Postgres that requests, reactors and jobs share. */
    databaseConnections: values.VITRINE_DATABASE_CONNECTIONS,
    /** Most connections to Postgres that the projections and their rebuilds use, beside those. */
    projectionConnections: values.VITRINE_PROJECTION_CONNECTIONS,
    eventStoreUrl: values.EVENTSTORE_URL,
    natsUrl: values.NATS_URL,
    /** Undefined: mails are kept in the outbox and not sent. */
    smtpUrl: values.SMTP_URL,
    /** The house's own address: mails come from it, referrals go to it. */
    houseEmail,
    /** Where people find Vitrine: the address that mails name. */
    publicUrl: values.VITRINE_PUBLIC_URL ?? `http://${values.HOST}:${values.PORT}`,
    /** Folder or bucket (with the key that opens it) of the file store. Undefined: a folder of the data folder. */
    filesUrl: values.VITRINE_FILES_URL,
    /** Base address of the external trading system; without it nothing is synchronised. */
    tradingSystemUrl: values.TRADING_SYSTEM_URL,
    /** Seconds between two syncs with the trading system; 0: only when an administrator asks. */
    syncSeconds: values.VITRINE_SYNC_SECONDS ?? (values.VITRINE_DEMO ? DEMO_SYNC_SECONDS : 0),
    /** How long, in milliseconds, a read waits to be as new as was asked for before it reports that it is stale. */
    freshWithinMs: values.VITRINE_FRESH_WITHIN_MS,
    /** Seconds from the first 503 of /readyz until connections are ended, so that a balancer probes again in between. */
    drainSeconds: values.VITRINE_DRAIN_SECONDS ?? (production ? PRODUCTION_DRAIN_SECONDS : 0),
    /** Proxies whose X-Forwarded-* headers are believed: all, none, or a list of addresses and subnets. */
    trustProxy: values.VITRINE_TRUST_PROXY,
    /** Origins under which this server itself is reached, where a proxy changes Host. */
    allowedOrigins: values.VITRINE_ALLOWED_ORIGINS,
    /** Sites that may frame the embeddable pages. */
    frameAncestors: values.VITRINE_FRAME_ANCESTORS,
    roles: new Set(values.VITRINE_ROLES) as ReadonlySet<ProcessRole>,
    /** Demo accounts and demo data exist. */
    demo: values.VITRINE_DEMO,
    /** The house's time zone: its days and months. */
    timeZone: values.VITRINE_TIME_ZONE,
    /** How long memos run unless agreed otherwise with a customer, in days; 0: they have no due date. */
    memoDays: values.VITRINE_MEMO_DAYS,
    /** Signs the sessions and the links of vendors and clients. Undefined: `sessionSecret` makes one and keeps it in the data folder. */
    jwtSecret: values.JWT_SECRET,
    /** Hours after the sign-in at which a session ends, however often it was renewed. */
    maxSessionHours: values.VITRINE_MAX_SESSION_HOURS,
    /** Staff set up a second factor before anything else. */
    secondFactorRequired: values.VITRINE_SECOND_FACTOR === 'required',
    /** What the secrets of second factors are sealed with: the first seals, each opens. Undefined: what signs the sessions. */
    secondFactorKeys: values.VITRINE_SECOND_FACTOR_SECRET,
    /** Calls that one user may make in a minute; 0: without a limit. */
    callsPerMinute: values.VITRINE_CALLS_PER_MINUTE,
    /** The house's OpenID provider, which signs staff in; undefined without one. */
    singleSignOn: singleSignOnOf(values),
    /** Shares of a vendor's stock, in percent, above which a feed waits for a person (rule: Held feeds). */
    feedShares: feedSharesOf(values),
    /** Hosts that vendors' feeds may be fetched from, with their port where it is not 443 (rule: Feeds by themselves). */
    feedHosts: values.VITRINE_FEED_HOSTS,
    logLevel: values.VITRINE_LOG_LEVEL,
    /** Each answer is a line on standard output. */
    accessLog: values.VITRINE_ACCESS_LOG,
    production,
    /** The settings that the portal's pages get. */
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
    } satisfies Configuration,
  };
}

const feedVariables = variables.pick({ VITRINE_FEED_WITHDRAWALS: true, VITRINE_FEED_PRICES: true });

const feedSharesOf = (values: z.infer<typeof feedVariables>) => ({
  withdrawals: values.VITRINE_FEED_WITHDRAWALS,
  prices: values.VITRINE_FEED_PRICES,
});

/** Only the shares, for command line tools. Throws BadConfiguration. */
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

function singleSignOnOf(values: Variables): SingleSignOn | undefined {
  const {
    VITRINE_OIDC_ISSUER: issuer,
    VITRINE_OIDC_CLIENT_ID: clientId,
    VITRINE_OIDC_CLIENT_SECRET: clientSecret,
  } = values;
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

/** Without the role `api` PORT is not listened on. */
function portProblems({ PORT, VITRINE_HEALTH_PORT, VITRINE_ROLES }: Variables): string[] {
  if (PORT === 0 || PORT !== VITRINE_HEALTH_PORT || !VITRINE_ROLES.includes('api')) return [];
  return [
    `VITRINE_HEALTH_PORT is "${VITRINE_HEALTH_PORT}", as PORT is: give it a port of its own, or unset it.`,
  ];
}

function singleSignOnProblems(values: Variables): string[] {
  const names = ['VITRINE_OIDC_ISSUER', 'VITRINE_OIDC_CLIENT_ID', 'VITRINE_OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length === names.length) return [];
  return missing.map((name) => `${name} is missing: single sign-on needs ${names.join(', ')} together.`);
}

function productionProblems(values: Variables): string[] {
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
