import { sql } from 'kysely';
import { highestCustomerNumber } from '#projections/customers/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/**
 * The number of the customer that a command creates: the next free one, and the same again for the same command, so
 * that a repeated one creates no second customer. Numbers of refused commands are left out.
 */
export async function numberFor(db: Db, commandId: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // One at a time: two commands never take the same number.
    await sql`select pg_advisory_xact_lock(hashtext('vitrine.customer_number'))`.execute(tx);
    const highest = await highestCustomerNumber(tx);
    const { rows } = await sql<{ customerId: number }>`
      insert into vitrine.customer_number (command_id, customer_id)
      select ${commandId}, 1 + greatest((select max(customer_id) from vitrine.customer_number), ${highest}::int)
      on conflict (command_id) do update set command_id = excluded.command_id
      returning customer_id as "customerId"`.execute(tx);
    return rows[0]!.customerId;
  });
}
