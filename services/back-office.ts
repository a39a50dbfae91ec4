import type pg from 'pg';
import type { CustomerAccess } from '#contracts/events/index.ts';
import { assetPageMigrations, ensureDemoAssetPages, registerAssetPageRoutes } from './asset-pages/index.ts';
import { registerUserRoutes } from './identity/index.ts';
import { connectSmtp, createOutbox, deliverMails, mailMigrations, registerMailRoutes } from './mail/index.ts';
import type { Bus } from './platform/bus/index.ts';
import type { CommandContext } from './platform/commands/index.ts';
import type { Config } from './platform/config/index.ts';
import type { App } from './platform/http/index.ts';
import type { Reactor } from './platform/reactors/index.ts';
import { referralMigrations, registerReferralRoutes } from './referrals/index.ts';
import {
  registerVendorNoticeRoutes,
  vendorNoticeMigrations,
  vendorNoticeReactor,
} from './vendor-notices/index.ts';

export type BackOfficeDeps = {
  config: Config;
  context: CommandContext;
  pool: pg.Pool;
  bus: Bus;
  log: { info(message: string): void; warn(message: string): void };
  customerAccess: (customerId: number) => Promise<CustomerAccess | null>;
};

export const backOfficeMigrations = [
  ...mailMigrations,
  ...vendorNoticeMigrations,
  ...referralMigrations,
  ...assetPageMigrations,
];

/** What a process has beside the stones and their trade: mail, vendor notices, users, referrals, asset pages. */
export function openBackOffice({ config, context, bus, log, customerAccess }: BackOfficeDeps) {
  const { db, clock } = context;
  const { smtpUrl, houseEmail, publicUrl } = config;
  const sending = smtpUrl !== undefined;
  const sendMail = createOutbox({ db, clock, sending });

  return {
    sendMail,
    reactors: [vendorNoticeReactor({ context, sendMail })] satisfies Reactor[],
    /** What the demo has of it. */
    fillDemo: () => ensureDemoAssetPages(db),
    /** Works until the signal is aborted. */
    async runJobs(signal: AbortSignal): Promise<void> {
      if (smtpUrl === undefined) return;
      await deliverMails({
        db,
        clock,
        log,
        signal,
        postman: connectSmtp({ url: smtpUrl, from: houseEmail }),
      });
    },
    registerRoutes(app: App): void {
      const customerExists = async (customerId: number) => (await customerAccess(customerId)) !== null;
      registerUserRoutes(app, { db, bus, sendMail, publicUrl, customerExists });
      registerMailRoutes(app, { db, clock, sending });
      registerReferralRoutes(app, { db, clock, sendMail, houseEmail, publicUrl });
      registerAssetPageRoutes(app, { db });
      registerVendorNoticeRoutes(app, { db });
    },
  };
}
