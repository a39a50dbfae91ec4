import pg from 'pg';

/** Counts what every connection of this process that is opened from now on sends to Postgres; call it before they are. */
export function countStatements(): () => number {
  let count = 0;
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(query, client, given) {
      count += 1;
      const answer: unknown = Reflect.apply(query, client, given);
      return answer;
    },
  });
  return () => count;
}
