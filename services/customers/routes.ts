import { z } from 'zod';
import { customerResource, restQuery } from '#contracts/api/back-office.ts';
import { customerSchema, type Customer } from '#contracts/api/customers.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allCustomers, customerById, type CustomerRecord } from '#projections/customers/index.ts';
import { firstActions, holdingsNow } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { readRestList, sendRange, type App, type Caller } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { customerWire } from './customer-wire.ts';

export type CustomerRoutesDeps = {
  db: Db;
  zone: string;
  /** Today, a day of the house. */
  today: () => HouseDay;
};

/** All customers for the shell's selector, and as a resource of the back office; for staff (specification, sections 6 and 7). */
export function registerCustomerRoutes(app: App, { db, zone, today }: CustomerRoutesDeps): void {
  const wire = async (records: readonly CustomerRecord[], caller: Caller): Promise<Customer[]> => {
    const [holdings, actions] = await Promise.all([holdingsNow(db), firstActions(db)]);
    const sight = { values: caller.showPrices === 'WHOLESALE', terms: caller.administrator };
    return records.map((record) => {
      const figures = { currentlyHolding: holdings.get(record.customerId) ?? 0, firstAction: actions.get(record.customerId) };
      return customerWire(record, figures, sight, today(), zone);
    });
  };

  const all = { tags: ['admin'], summary: 'All customers; a sales rep has its own first', response: { 200: z.array(customerSchema) } };
  app.post('/admin/allcustomers', { config: { access: 'staff', surface: 'portal' }, schema: all }, async ({ caller }) =>
    wire(await allCustomers(db, caller.user.salesRep ? caller.user.email : undefined), caller),
  );

  const rest = { access: 'staff', surface: 'rest' } as const;
  app.get('/api/customers', { config: rest, schema: { tags: ['back office'], summary: 'Customers', querystring: restQuery, response: { 200: z.array(customerResource) } } }, async (request, reply) => {
    const { sort, range, filter } = readRestList(request.query);
    const rows = (await wire(await allCustomers(db), request.caller)).map((row) => ({ ...row, id: row.customerId }));
    const found = rows.filter((row) => matches(row, filter['q'], filter['id']));
    if (sort && sort.field !== 'name') found.sort(byField(sort.field));
    if (sort?.descending) found.reverse();
    return sendRange(reply, 'customers', found, range);
  });

  const params = z.object({ id: z.coerce.number().int() });
  app.get('/api/customers/:id', { config: rest, schema: { tags: ['back office'], summary: 'One customer', params, response: { 200: customerResource } } }, async (request) => {
    const record = await customerById(db, request.params.id);
    if (!record) throw new Refusal(404, `There is no customer ${request.params.id}.`);
    const [customer] = await wire([record], request.caller);
    return { ...customer!, id: record.customerId };
  });
}

/** The filter box looks in names and e-mail addresses; `id` asks for some by number. */
function matches(row: Customer, text: unknown, ids: unknown): boolean {
  if (Array.isArray(ids) && !ids.includes(row.customerId)) return false;
  if (typeof text !== 'string') return true;
  const wanted = text.toLowerCase();
  return [row.name, row.legalName, row.email, row.salesRepEmail, String(row.customerId)].some((value) => value.toLowerCase().includes(wanted));
}

function byField(field: string): (a: Customer, b: Customer) => number {
  const value = (row: Customer): string | number => {
    const found = Object.entries({ ...row, id: row.customerId }).find(([name]) => name === field)?.[1];
    return typeof found === 'number' || typeof found === 'string' ? found : String(found ?? '');
  };
  return (a, b) => {
    const [one, other] = [value(a), value(b)];
    return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
  };
}
