import type { Configuration } from '#contracts/api/configuration.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import type { AnyProjection, Positions } from '#projections/engine/index.ts';
import type { AttributeWords } from './attributes/index.ts';
import type { CertificateDrawing } from './certificates/index.ts';
import type { CustomerReaders } from './customers/index.ts';
import type { Fresh } from './freshness/index.ts';
import type { KeptAccounts } from './identity/index.ts';
import type { JewelleryContext } from './jewellery/index.ts';
import type { SendMail } from './mail/index.ts';
import type { Health } from './operations/index.ts';
import type { Config } from './platform/config/index.ts';
import type { Migration } from './platform/database/index.ts';
import type { MetricSource } from './platform/metrics/index.ts';
import type { FileStore } from './platform/files/index.ts';
import type { App } from './platform/http/index.ts';
import type { ProcessLog } from './platform/process-log.ts';
import type { Reactor } from './platform/reactors/index.ts';
import type { Stores } from './platform/stores/index.ts';
import type { Traffic } from './platform/traffic.ts';
import type { DetailsReaders, StaleVendors, AvailableNamesReaders } from './stones/index.ts';

/**
 * A capability (architecture: Modules). It has only the parts that it needs; each part is called in the processes whose
 * role runs it.
 */
export type Module = {
  name: string;
  /** Its plain tables. */
  migrations?: readonly Migration[];
  /** Acts when an event was recorded. Called in every process, because all of them show the reactors' metrics. */
  reactors?(context: Context): readonly Reactor[];
  /** Works until the signal is aborted, under leases where one process at a time may do it. */
  jobs?(context: Context, signal: AbortSignal): Promise<unknown>;
  /** Its metrics, for GET /metrics. */
  metrics?(context: Context): readonly MetricSource[];
  routes?(app: App, context: RoutesContext): void;
};

/** What modules work with. */
export type Context = JewelleryContext & {
  config: Config;
  log: ProcessLog;
  stores: Stores;
  files: FileStore;
  sendMail: SendMail;
  projections: readonly AnyProjection[];
  positions: Positions;
  fresh: Fresh;
  /** The requests to this process. */
  traffic: Traffic;
  words: AttributeWords;
  /** The current names of shapes. */
  shapeName(): Promise<ShapeName>;
  /** Draws the missing documents of the newest bill of a customer's month (billing). */
  issueDocuments(customerId: number, month: Month): Promise<void>;
  /** The house's day today. */
  today(): HouseDay;
  readers: DetailsReaders & StaleVendors & AvailableNamesReaders & CustomerReaders;
  /**
   * Where a reactor that needs all history begins when it never ran before: `head` in the demo, because its history is
   * made up.
   */
  startAt: 'beginning' | 'head';
  demo: Demo | undefined;
};

/** What routes get in addition. */
type RoutesContext = Context & {
  accounts: KeptAccounts;
  health: Health;
  /** True while every process that serves pages is notified of what the read models commit. */
  announced(): boolean;
};

/** What the demo adds (deploy/local/demo). */
export type Demo = {
  /** False where the stores hold what the demo did not begin: a house's own events or users. */
  isDemosHouse(stores: Pick<Context, 'db' | 'events'>): Promise<boolean>;
  drawnCertificates: CertificateDrawing;
  /** The portal's settings in the demo. */
  withDemoFilms(portal: Configuration): Configuration;
  registerDemoMediaRoutes(app: App): void;
  /** Posts to the trading system, one by one, what the demo's history left open. */
  tradeOn(deps: {
    db: Context['db'];
    log: ProcessLog;
    signal: AbortSignal;
    /** Posts what a parcel's last entry asks for; false when there is nothing to post. */
    post: (parcelName: string) => Promise<boolean>;
  }): Promise<void>;
  /** Loads what is still missing of the demo data. */
  fillDemo(context: Context & { readModelsCaughtUp(): Promise<void> }): Promise<void>;
};
