import type { Customer } from '#contracts/api/customers.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { customersChangedAfter, type CustomerRecord } from '#projections/customers/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { sharedRefresh } from '#services/platform/shared-refresh.ts';
import { customerWire, type StaffSight } from './customer-wire.ts';

export type DirectoryDeps = {
  db: Db;
  zone: string;
  today: () => HouseDay;
  /** Changes when customers' rows may have changed without new events. */
  mark: () => Promise<string>;
  /** Changes with every step of the customers' read model, and with `mark`. */
  state: () => Promise<string>;
};

/** All customers in memory, by name, brought up to date before each answer: a list of 10,000 costs one small query. */
export type Directory = {
  /** As a caller may see them, in order of name, without the figures of their parcels. */
  rows(sight: StaffSight): Promise<readonly Customer[]>;
};

/** The directory of one process. After an edit, only that customer's row is read again. */
export function createDirectory({ db, zone, today, mark, state }: DirectoryDeps): Directory {
  const records = new Map<number, CustomerRecord>();
  const shown = new Map<string, readonly Customer[]>();
  let known = { state: '', mark: '', day: '', position: -1 };

  const upToDate = sharedRefresh(async (): Promise<void> => {
    const at = { state: await state(), day: today() };
    if (at.state === known.state && at.day === known.day) return;
    const now = { ...at, mark: await mark(), position: known.position };
    if (now.mark !== known.mark) {
      records.clear();
      now.position = -1;
    }
    const changed = await customersChangedAfter(db, now.position);
    for (const { record, changedPosition } of changed) {
      records.set(record.customerId, record);
      now.position = Math.max(now.position, changedPosition);
    }
    // The terms in force may differ from day to day.
    if (changed.length > 0 || now.mark !== known.mark || now.day !== known.day) shown.clear();
    known = now;
  });

  return {
    async rows(sight) {
      await upToDate();
      const key = `${sight.values} ${sight.terms}`;
      let rows = shown.get(key);
      if (!rows) {
        rows = [...records.values()]
          .map((record) => customerWire(record, { ...sight, printedTerms: false }, known.day, zone))
          .sort((a, b) => compareNames(a.name, b.name) || a.customerId - b.customerId);
        shown.set(key, rows);
      }
      return rows;
    },
  };
}
