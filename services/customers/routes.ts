import { z } from 'zod';
import { customerResource, restQuery, type CustomerResource } from '#contracts/api/back-office.ts';
import { customerSchema, type Customer } from '#contracts/api/customers.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { customerById, type CustomerRecord } from '#projections/customers/index.ts';
import { firstActions, holdingsNow } from '#projections/parcels/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import {
  callGroup,
  waitForMinPosition,
  readRestList,
  sendRange,
  sendVersion,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { unknownCustomer } from '#services/platform/refusal.ts';
import { registerAccountRoutes, type SeenAccount } from './account-routes.ts';
import { customerWire, withFigures, type StaffSight } from './customer-wire.ts';
import { createDirectory } from './directory.ts';
import { chosenByFigures } from './chosen-by-figures.ts';
import { registerEditRoutes } from './edit-routes.ts';
import { FIGURES, listCustomers } from './list-customers.ts';
import { registerMarkupRoutes } from './markup-routes.ts';

const portalCall = callGroup({ access: 'staff', surface: 'portal', tags: ['customers'] });
const restCall = callGroup({ access: 'staff', surface: 'rest', tags: ['customers'] });

export type CustomerRoutesDeps = {
  context: CommandContext;
  /** The house's day today: the terms shown are those in force at its end. */
  today: () => HouseDay;
  /** Changes when customers' rows may have changed without new events. */
  mark: () => Promise<string>;
  /** Changes with every step of the customers' read model, and with `mark`. */
  state: () => Promise<string>;
  /** Waits a while for the customers' read model to reach a log position; false when it has not. */
  reached: (position: bigint) => Promise<boolean>;
  /** The customers whose bill of a past month is missing. */
  toBill: (month: Month) => Promise<ReadonlySet<number>>;
  /** Accounts that suspended documents name. */
  seenAccounts: () => Promise<readonly SeenAccount[]>;
};

const sightOf = ({ showPrices, administrator }: Caller): StaffSight => ({
  values: showPrices === 'WHOLESALE',
  terms: administrator,
});

/**
 * Customers for staff: the admin calls and the back office's resource (product: Admin calls). A rep sees no
 * terms; its own customers come first (rule: Reps).
 */
export function registerCustomerRoutes(app: App, deps: CustomerRoutesDeps): void {
  const { context, today, mark, state, reached } = deps;
  const { db, zone } = context;
  const directory = createDirectory({ db, zone, today, mark, state });

  /** Adds the figures of the customers' parcels to rows. */
  const allWithFigures = async (rows: readonly Customer[], sight: StaffSight): Promise<Customer[]> => {
    const ids = rows.map(({ customerId }) => customerId);
    const [holdings, actions] = await Promise.all([holdingsNow(db, ids), firstActions(db, ids)]);
    return rows.map((row) => {
      const currentlyHolding = holdings.get(row.customerId) ?? 0;
      return withFigures(row, { currentlyHolding, firstAction: actions.get(row.customerId) }, sight);
    });
  };

  const everyone = async (caller: Caller): Promise<readonly Customer[]> => {
    const rows = await directory.rows(sightOf(caller));
    if (caller.administrator) return rows;
    const own = ({ salesRepEmail }: Customer) =>
      salesRepEmail !== '' && salesRepEmail.toLowerCase() === caller.user.email.toLowerCase();
    return [...rows.filter(own), ...rows.filter((row) => !own(row))];
  };

  /** One customer as the caller may see it, with its version for an administrator. */
  const one = async (record: CustomerRecord & { changedPosition: number }, caller: Caller) => {
    const sight = sightOf(caller);
    const [customer] = await allWithFigures(
      [customerWire(record, { ...sight, printedTerms: false }, today(), zone)],
      sight,
    );
    return resource({
      ...customer!,
      ...(caller.administrator && { version: String(record.changedPosition) }),
    });
  };
  const known = async (customerId: number, caller: Caller): Promise<CustomerResource> => {
    const record = await customerById(db, customerId);
    if (!record) throw unknownCustomer(customerId, 404);
    return one(record, caller);
  };

  app.post(
    '/admin/allcustomers',
    portalCall({ summary: 'Every customer, by name', response: { 200: z.array(customerSchema) } }),
    async (request, reply) => {
      await waitForMinPosition(request, reply, reached);
      return allWithFigures(await everyone(request.caller), sightOf(request.caller));
    },
  );

  const list = {
    summary: 'Customers',
    querystring: restQuery,
    response: { 200: z.array(customerResource) },
  };
  app.get('/api/customers', restCall(list), async (request, reply) => {
    const { caller, query } = request;
    const asked = readRestList(query);
    const sight = sightOf(caller);
    // Unless an order is asked for, a rep's own customers come first.
    const chosen = await chosenByFigures({ db, zone, today, toBill: deps.toBill }, asked.filter, sight);
    const listed = asked.sort ? await directory.rows(sight) : await everyone(caller);
    const all = chosen ? listed.filter(({ customerId }) => chosen.has(customerId)) : listed;
    // The figures of all customers are needed only to sort by one.
    const byFigure = asked.sort !== null && FIGURES.some((figure) => figure === asked.sort?.field);
    const found = listCustomers(byFigure ? await allWithFigures(all, sight) : all, asked);
    const page = sendRange(reply, 'customers', found, asked.range);
    return (byFigure ? page : await allWithFigures(page, sight)).map(resource);
  });

  app.get(
    '/api/customers/:id',
    restCall({ summary: 'One customer', params: rowParams, response: { 200: customerResource } }),
    async (request, reply) => {
      const found = await known(request.params.id, request.caller);
      sendVersion(reply, found.version);
      return found;
    },
  );

  registerEditRoutes(app, { context, reached, asSeen: one });
  registerMarkupRoutes(app, { context, reached });
  registerAccountRoutes(app, { context, reached, seenAccounts: deps.seenAccounts });
}

function resource<Row extends Customer>(customer: Row): Row & { id: number } {
  return { id: customer.customerId, ...customer };
}
