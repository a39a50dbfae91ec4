import type { Call } from './call.ts';
import { z } from 'zod';
import { WHO_MAY, type CallerName } from '#tests/support/callers.ts';
import type { Sent } from './called-world.ts';
import { BILLING_CALLS } from './rows/billing-calls.ts';
import { CLIENT_LINK_CALLS } from './rows/client-link-calls.ts';
import { CUSTOMER_CALLS } from './rows/customer-calls.ts';
import { DESIRE_CALLS } from './rows/desire-calls.ts';
import { JEWELLERY_CALLS } from './rows/jewellery-calls.ts';
import { OPERATION_CALLS } from './rows/operation-calls.ts';
import { PRICE_LIST_CALLS } from './rows/price-list-calls.ts';
import { REASSORTMENT_CALLS } from './rows/reassortment-calls.ts';
import { REPORT_CALLS } from './rows/report-calls.ts';
import { SESSION_CALLS } from './rows/session-calls.ts';
import { STONE_CALLS } from './rows/stone-calls.ts';
import { USER_CALLS } from './rows/user-calls.ts';
import { VENDOR_CALLS } from './rows/vendor-calls.ts';

/**
 * Every call of the HTTP API. A new route without a row here fails the tests of roles and of leaks: add it to the file
 * of its area in `rows/` (or a new one, named below). `who` lists who may make it, `sends` gives a body that is
 * answered well in the called world, where customer 7 has something of everything; whatever a customer's user may ask
 * for is then searched for prices and names that it may not see, in each price mode.
 */
export const CALLS: readonly Call[] = [
  ...SESSION_CALLS,
  ...STONE_CALLS,
  ...DESIRE_CALLS,
  ...JEWELLERY_CALLS,
  ...CUSTOMER_CALLS,
  ...CLIENT_LINK_CALLS,
  ...USER_CALLS,
  ...BILLING_CALLS,
  ...VENDOR_CALLS,
  ...PRICE_LIST_CALLS,
  ...REPORT_CALLS,
  ...REASSORTMENT_CALLS,
  ...OPERATION_CALLS,
];

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The calls that the OpenAPI document names. */
function documentedCalls(openApi: unknown): string[] {
  const { paths } = documentSchema.parse(openApi);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/** The rows of the table against the document: calls without a row, and rows of calls that no longer exist. */
export function tableProblems(openApi: unknown): string[] {
  const documented = new Set(documentedCalls(openApi));
  const rows = CALLS.map(({ call }) => call);
  return [
    ...[...documented]
      .filter((call) => !rows.includes(call))
      .map((call) => `${call} has no row: add one to the file of its area in tests/calls/rows`),
    ...rows
      .filter((call) => !documented.has(call))
      .map((call) => `${call} is no call any more: take its row out`),
    ...rows
      .filter((call, index) => rows.indexOf(call) !== index)
      .map((call) => `${call} has two rows: take one out`),
  ];
}

/** True for a resource of the back office, whose statuses are its own (rule: Back office failures). */
export const isRest = ({ call }: Pick<Call, 'call'>): boolean => call.split(' ')[1]!.startsWith('/api/');

/** What each caller is answered. */
export function expectedOf({ call, who, but = {}, good = 200 }: Call): [CallerName, number][] {
  const rest = isRest({ call });
  return (Object.entries(WHO_MAY[who]) as [CallerName, number][]).map(([caller, status]) => {
    const exception = but[caller];
    if (exception !== undefined) return [caller, exception];
    if (status === 200) return [caller, good];
    // A header that names no customer is a bad header; an act without a customer cannot be processed.
    if (rest && status === 402) return [caller, caller.endsWith('for an unknown customer') ? 400 : 422];
    return [caller, status];
  });
}

/** Method, path and query of a call with its parameters filled in. */
export function addressOf({ call }: Call, { path = {}, query = {} }: Sent): { method: string; url: string } {
  const [method, template] = call.split(' ') as [string, string];
  const url = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${call}: the row does not define {${name}}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return { method, url: search === '' ? url : `${url}?${search}` };
}
