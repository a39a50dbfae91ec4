import type { CustomerAccess } from '#contracts/events/index.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerById } from '#projections/customers/index.ts';
import type { Positions } from '#projections/engine/index.ts';
import { firstAction } from '#projections/parcels/index.ts';
import { assetPageMigrations, registerAssetPageRoutes } from './asset-pages/index.ts';
import type { AttributeWords } from './attributes/index.ts';
import { registerAuditRoutes } from './audit/index.ts';
import {
  billingMigrations,
  effectOfRecorded,
  wireEffect,
  workBillRuns,
  type BillingContext,
} from './billing/index.ts';
import { findUser, registerUserRoutes } from './identity/index.ts';
import {
  billDocumentsReactor,
  invoiceMigrations,
  registerCreateRoutes,
  registerInvoiceResource,
  registerInvoiceRoutes,
  type InvoicesContext,
} from './invoices/index.ts';
import {
  connectSmtp,
  createOutbox,
  deliverMails,
  isMailAddress,
  mailMigrations,
  registerMailRoutes,
} from './mail/index.ts';
import type { Bus } from './platform/bus/index.ts';
import type { CommandContext } from './platform/commands/index.ts';
import type { Config } from './platform/config/index.ts';
import { openFileStore } from './platform/files/index.ts';
import type { App } from './platform/http/index.ts';
import type { Leases } from './platform/leases/index.ts';
import type { Reactor } from './platform/reactors/index.ts';
import { referralMigrations, registerReferralRoutes } from './referrals/index.ts';
import { tellRequesters } from './trading-system/index.ts';
import {
  registerRepricingRoutes,
  repricingMigrations,
  repricingReactor,
  runRepricing,
} from './vendors/index.ts';
import { registerWatchListRoutes } from './watch-lists/index.ts';
import {
  registerVendorNoticeRoutes,
  vendorNoticeMigrations,
  vendorNoticeReactor,
} from './vendor-notices/index.ts';

export type BackOfficeDeps = {
  config: Config;
  /** Where reactors begin that never ran before: `head` in the demo, whose history was priced and posted as it was made. */
  startAt: 'beginning' | 'head';
  context: CommandContext;
  leases: Leases;
  bus: Bus;
  positions: Positions;
  words: AttributeWords;
  log: { info(message: string): void; warn(message: string): void };
  customerAccess: (customerId: number) => Promise<CustomerAccess | null>;
};

export const backOfficeMigrations = [
  ...mailMigrations,
  ...vendorNoticeMigrations,
  ...referralMigrations,
  ...assetPageMigrations,
  ...repricingMigrations,
  ...billingMigrations,
  ...invoiceMigrations,
];

/** A job waits this long, in milliseconds, for a read model to have what the log has. */
const READ_MODEL_WITHIN_MS = 10_000;

/**
 * What a process has beside the stones and their trade: mail, vendor notices, users, referrals, asset pages, repricing,
 * invoices, watch lists and the audit.
 */
export function openBackOffice({
  config,
  startAt,
  context,
  leases,
  bus,
  positions,
  words,
  log,
  customerAccess,
}: BackOfficeDeps) {
  const { db, clock, zone, events } = context;
  const { smtpUrl, houseEmail, publicUrl, freshWithinMs } = config;
  const sending = smtpUrl !== undefined;
  const sendMail = createOutbox({ db, clock, sending });
  const files = openFileStore(config);

  const deliver = async (signal: AbortSignal): Promise<void> => {
    if (smtpUrl === undefined) return;
    const postman = connectSmtp({ url: smtpUrl, from: houseEmail });
    await deliverMails({ db, clock, log, signal, postman, files });
  };
  const readModelCaughtUp = async (): Promise<boolean> =>
    positions.waitForPosition(['parcels'], await events.headPosition(), READ_MODEL_WITHIN_MS);
  const emailOf = async (username: string): Promise<string | null> => {
    const email = (await findUser(db, username))?.email ?? '';
    return isMailAddress(email) ? email : null;
  };
  const shapeName = async () => (await words.now()).shapeName;
  const today = () => houseDayOf(clock().toISOString(), zone);
  const billing: BillingContext = { ...context, positions };
  const invoices: InvoicesContext = {
    ...{ db, clock, zone, sendMail, publicUrl, today },
    files,
    shapeName,
    async customer(customerId) {
      const [customer, first] = await Promise.all([
        customerById(db, customerId),
        firstAction(db, customerId),
      ]);
      return customer && { customerId, ...customer.identity, firstAction: first ?? null };
    },
  };

  return {
    reactors: [
      vendorNoticeReactor({ context, sendMail, shapeName }),
      repricingReactor(context, startAt),
      billDocumentsReactor(invoices, events),
    ] satisfies Reactor[],
    onRequestedSyncEnd: tellRequesters({ db, sendMail, emailOf }),
    /** Works until the signal is aborted. */
    runJobs: (signal: AbortSignal) =>
      Promise.all([
        deliver(signal),
        runRepricing({ context, leases, readModelCaughtUp, log, signal }),
        workBillRuns({ billing, leases, log, signal }),
      ]),
    registerRoutes(app: App): void {
      const customerExists = async (customerId: number) => (await customerAccess(customerId)) !== null;
      registerUserRoutes(app, { db, bus, sendMail, publicUrl, customerExists });
      registerMailRoutes(app, { db, clock, sending });
      registerReferralRoutes(app, { db, clock, sendMail, houseEmail, publicUrl });
      registerAssetPageRoutes(app, { db });
      registerVendorNoticeRoutes(app, { db });
      registerRepricingRoutes(app, { db });
      registerWatchListRoutes(app, {
        ...{ db, today },
        reached: (position) => positions.waitForPosition(['parcels', 'customers'], position, freshWithinMs),
      });
      registerAuditRoutes(app, {
        ...{ db, zone },
        reached: (position) => positions.waitForPosition(['audit', 'parcels'], position, freshWithinMs),
        effectOf: async (parcelName, event) => wireEffect(await effectOfRecorded(billing, parcelName, event)),
      });
      registerInvoiceRoutes(app, invoices);
      registerCreateRoutes(app, { billing, invoices });
      registerInvoiceResource(app, invoices);
    },
  };
}
