import { askedTogether } from '#services/platform/asked-together.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Accounts } from '#services/platform/http/index.ts';
import { accountOf } from './user-table.ts';
import { accountNoticeSchema, ACCOUNTS_SUBJECT, findStoredUsers } from './users.ts';

/** The greatest age of an answer: a process that missed a notice may use an old one until then. */
const FRESH_MS = 1000;

export type AccountsOptions = {
  db: Db;
  bus: Bus;
  clock: Clock;
  /** From the customers' read model; null when there is no such customer. */
  customerAccess: (customerId: number) => Promise<{ allowLogin: boolean } | null>;
};

/** Accounts of which answers are kept for a while. */
export type KeptAccounts = Accounts & {
  /** Asks again for a customer's access, which may have changed. */
  forgetCustomer(customerId: number): void;
};

/**
 * Who may sign in, for the HTTP platform. Asked on every request, so answers are kept for up to a second; a changed
 * user is forgotten immediately in every process that the bus reaches.
 */
export function createAccounts({ db, bus, clock, customerAccess }: AccountsOptions): KeptAccounts {
  const storedUser = askedTogether((usernames: readonly string[]) => findStoredUsers(db, usernames));
  const users = recentAnswers(clock, FRESH_MS, async (username: string) => {
    const stored = await storedUser(username);
    return stored ? accountOf(stored) : null;
  });
  const customers = recentAnswers(clock, FRESH_MS, customerAccess);
  bus.subscribe(
    ACCOUNTS_SUBJECT,
    (message) => users.forget(accountNoticeSchema.parse(message).username),
    users.forgetAll,
  );
  return {
    async account(username, atLeast) {
      const known = await users.get(username);
      if (atLeast === undefined || (known && known.tokenVersion >= atLeast)) return known;
      // Another process has changed the user and signed it in, and its notice has not come.
      users.forget(username);
      return users.get(username);
    },
    async customerAccess(customerId) {
      const known = await customers.get(customerId);
      // An unknown user may be registered in the next moment.
      if (known === null) customers.forget(customerId);
      return known;
    },
    forgetCustomer: customers.forget,
  };
}
