import type { Bus } from '#services/platform/bus/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Accounts } from '#services/platform/http/index.ts';
import { accountNoticeSchema, ACCOUNTS_SUBJECT, findStoredUser } from './users.ts';

/** No answer is older than this: what a process that missed a notice may still believe. */
const FRESH_MS = 1000;
const MOST_KEPT = 5000;

export type AccountsOptions = {
  db: Db;
  bus: Bus;
  clock: Clock;
  /** From the customers' read model; null when there is no such customer. */
  customerAccess: (customerId: number) => Promise<{ allowLogin: boolean } | null>;
};

/**
 * Who may be signed in, for the HTTP platform. Asked on every request, so answers are kept for up to a second; a
 * changed user is forgotten at once in every process that the bus reaches, a changed customer within that second.
 */
export function createAccounts({ db, bus, clock, customerAccess }: AccountsOptions): Accounts {
  const users = briefly(clock, async (username: string) => {
    const stored = await findStoredUser(db, username);
    return stored && { user: stored.user, tokenVersion: stored.tokenVersion };
  });
  const customers = briefly(clock, customerAccess);
  bus.subscribe(ACCOUNTS_SUBJECT, (message) => users.forget(accountNoticeSchema.parse(message).username), users.forgetAll);
  return { account: users.get, customerAccess: customers.get };
}

/** Keeps answers for up to a second; questions asked meanwhile share one. A failure is not kept. */
function briefly<Key, Answer>(clock: Clock, ask: (key: Key) => Promise<Answer>) {
  const kept = new Map<Key, { at: number; answer: Promise<Answer> }>();
  return {
    get(key: Key): Promise<Answer> {
      const now = clock().getTime();
      const known = kept.get(key);
      // A clock that was set back makes an answer look younger than it is: then it is asked again.
      if (known && now >= known.at && now - known.at < FRESH_MS) return known.answer;
      if (kept.size >= MOST_KEPT) kept.clear();
      const entry = { at: now, answer: ask(key) };
      kept.set(key, entry);
      entry.answer.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return entry.answer;
    },
    forget: (key: Key) => void kept.delete(key),
    forgetAll: () => kept.clear(),
  };
}
