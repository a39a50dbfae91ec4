import type { ColumnType } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { InstanceReport } from './sync/instance-report.ts';

type Identity = { instance: string; doc_type: string; doc_no: string; line: number };

/** The plain tables of this capability (see migrations.ts). */
export type TradingTables = {
  'vitrine.trading_cursor': {
    instance: string;
    cursor: string | null;
    read_at: Date | null;
    failure: string | null;
    failing_since: Date | null;
  };
  'vitrine.trading_document': Identity & { parcel_name: string; version: number };
  'vitrine.suspense_document': Identity & {
    version: number;
    document: string;
    reason: string;
    since: Date;
    attempts: ColumnType<number, number | undefined, number>;
    tried_at: Date;
    dismissed: ColumnType<boolean, boolean | undefined, boolean>;
  };
  'vitrine.sync_run': {
    id: string;
    requested_by: string;
    also_asked: ColumnType<string[], string[] | undefined, string[]>;
    requested_at: Date;
    started_at: Date | null;
    finished_at: Date | null;
    reports: ColumnType<InstanceReport[] | null, string | null, string | null>;
  };
  'vitrine.trading_instruction': {
    instruction_id: string;
    parcel_name: string;
    instance: string;
    posted_at: Date;
    withdrawn_at: Date | null;
  };
};

export const tradingTables = (db: Db) => db.withTables<TradingTables>();
