import type { Migration } from '../database/migration.ts';

/** The channel of Postgres on which work is announced. */
export const WORK_CHANNEL = 'vitrine_work';

/** Run before those of the capabilities, because their tables announce their work. */
export const workNoticeMigrations: readonly Migration[] = [
  {
    name: 'work-notices-1',
    sql: `
      -- Called by a trigger with the kind of work that its table holds; arrives when the transaction commits.
      create function vitrine.announce_work() returns trigger language plpgsql as $$
      begin
        perform pg_notify('${WORK_CHANNEL}', tg_argv[0]);
        return null;
      end $$;`,
  },
];

/**
 * Makes a table announce its work to the processes that wait for it (`WorkNotices`).
 * @param on when: `insert`, or `insert or update of state`
 */
export const announcesWork = (table: string, kind: string, on = 'insert'): string => `
  create trigger announce_work after ${on} on ${table}
  for each statement execute function vitrine.announce_work('${kind}');`;
