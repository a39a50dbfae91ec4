import { randomUUID } from 'node:crypto';
import path from 'node:path';
import pino from 'pino';
import type { Config } from '#services/platform/config/index.ts';
import {
  countAttempts,
  countManyAttempts,
  createHttpServer,
  type App,
} from '#services/platform/http/index.ts';
import type { Stores } from '#services/platform/stores/index.ts';
import type { Traffic } from '#services/platform/traffic.ts';
import { createAccounts, type AccountsOptions, type KeptAccounts } from './accounts.ts';
import { createSessionRecords } from './session-records.ts';

type ServerOptions = Pick<AccountsOptions, 'db' | 'clock'> & {
  config: Config;
  stores: Pick<Stores, 'bus'>;
  readers: Pick<AccountsOptions, 'customerAccess'>;
  traffic: Traffic;
};

/** The HTTP server as the process is configured, with pages and our users as callers, and without routes. */
export async function openServer(
  { config, clock, db, stores: { bus }, readers, traffic }: ServerOptions,
  jwtSecret: string,
): Promise<{ app: App; accounts: KeptAccounts }> {
  const accounts = createAccounts({ db, bus, clock, customerAccess: readers.customerAccess });
  const app = await createHttpServer({
    clock,
    accounts,
    sessionRecords: createSessionRecords({ db, bus, clock }),
    maxSessionSeconds: config.maxSessionHours * 3600,
    secondFactorRequired: config.secondFactorRequired,
    jwtSecret,
    attempts: countAttempts(db),
    ...(config.callsPerMinute > 0 && {
      callLimit: { max: config.callsPerMinute, countMany: countManyAttempts(db) },
    }),
    newId: randomUUID,
    traffic,
    logLevel: config.logLevel,
    ...(config.accessLog && { accessLog: pino() }),
    trustProxy: config.trustProxy,
    allowedOrigins: config.allowedOrigins,
    frameAncestors: config.frameAncestors,
    portalFolder: path.resolve('dist/portal'),
    adminFolder: path.resolve('dist/admin'),
  });
  return { app, accounts };
}
