import { z } from 'zod';
import { customerResource, restQuery } from '#contracts/api/back-office.ts';
import { customerSchema, type Customer } from '#contracts/api/customers.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allCustomers, customerById, type CustomerRecord } from '#projections/customers/index.ts';
import { firstActions, holdingsNow } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { readRestList, sendRange, type App, type Caller } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { customerWire, type CustomerSight } from './customer-wire.ts';
import { listCustomers } from './list-customers.ts';

export type CustomerRoutesDeps = {
  db: Db;
  /** The house's time zone, and its day now: terms shown are those in force at its end. */
  zone: string;
  today: () => HouseDay;
};

const sightOf = ({ showPrices, administrator }: Caller): CustomerSight => ({
  values: showPrices === 'WHOLESALE',
  terms: administrator,
});

/**
 * Customers for staff: POST /admin/allcustomers (specification, section 7) and the back office's resource. A rep sees
 * no terms; its own customers come first (rules, section 5).
 */
export function registerCustomerRoutes(app: App, { db, zone, today }: CustomerRoutesDeps): void {
  const onTheWire = async (records: readonly CustomerRecord[], caller: Caller): Promise<Customer[]> => {
    const [holdings, actions] = await Promise.all([holdingsNow(db), firstActions(db)]);
    return records.map((record) => {
      const figures = {
        currentlyHolding: holdings.get(record.customerId) ?? 0,
        firstAction: actions.get(record.customerId),
      };
      return customerWire(record, figures, sightOf(caller), today(), zone);
    });
  };
  const everyone = async (caller: Caller): Promise<Customer[]> =>
    onTheWire(await allCustomers(db, caller.administrator ? undefined : caller.user.email), caller);

  app.post(
    '/admin/allcustomers',
    {
      config: { access: 'staff', surface: 'portal' },
      schema: {
        tags: ['customers'],
        summary: 'Every customer, by name',
        response: { 200: z.array(customerSchema) },
      },
    },
    ({ caller }) => everyone(caller),
  );

  app.get(
    '/api/customers',
    {
      config: { access: 'staff', surface: 'rest' },
      schema: {
        tags: ['customers'],
        summary: 'Customers',
        querystring: restQuery,
        response: { 200: z.array(customerResource) },
      },
    },
    async ({ caller, query }, reply) => {
      const list = readRestList(query);
      const found = listCustomers(await everyone(caller), list);
      return sendRange(reply, 'customers', found.map(resource), list.range);
    },
  );

  const oneCustomer = {
    tags: ['customers'],
    summary: 'One customer',
    params: z.object({ id: z.coerce.number().int().positive() }),
    response: { 200: customerResource },
  };
  app.get(
    '/api/customers/:id',
    { config: { access: 'staff', surface: 'rest' }, schema: oneCustomer },
    async ({ caller, params }) => {
      const record = await customerById(db, params.id);
      if (!record) throw new Refusal(404, `There is no customer ${params.id}.`, { code: 'UNKNOWN_CUSTOMER' });
      const [customer] = await onTheWire([record], caller);
      return resource(customer!);
    },
  );
}

function resource(customer: Customer): z.infer<typeof customerResource> {
  return { id: customer.customerId, ...customer };
}
