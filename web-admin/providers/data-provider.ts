import simpleRestProvider from 'ra-data-simple-rest';
import { HttpError, type DataProvider, type RaRecord } from 'react-admin';
import { z } from 'zod';
import { TOTAL_IS_ESTIMATE } from '#contracts/api/history.ts';
import { send, type Answer } from './http-client.ts';
import { factsOf } from './resources.ts';

/** The most rows that the server sends in one answer; lists without pages ask for them. */
export const MOST_ROWS = 1000;

type Filter = Readonly<Record<string, unknown>>;

/** What to ask of a list that is shown without pages: the first `count` rows by `field`, ascending unless given. */
export const firstRows = (
  count: number,
  field: string,
  { order = 'ASC', filter = {} }: { order?: 'ASC' | 'DESC'; filter?: Filter } = {},
) => ({ pagination: { page: 1, perPage: count }, sort: { field, order }, filter });

/**
 * Stands for the field of a list's order where none is asked for: the list comes in the server's own order, such as the
 * customers with a rep's own first (rule: Reps).
 */
export const SERVERS_ORDER = 'server';

/** The address of a list without an order, where none is to be asked for. */
function withoutServersOrder(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const asked = new URLSearchParams(query);
  if (asked.get('sort')?.startsWith(`["${SERVERS_ORDER}"`) !== true) return address;
  asked.delete('sort');
  return `${path}?${asked.toString()}`;
}

/** What is logged to the console for a record that does not exist (product: Error texts). */
const UNKNOWN: Readonly<Record<string, string>> = {
  customers: 'Error, customer not found',
  users: 'Error, user not found',
};

const logUnknown = (resource: string) => (error: unknown) => {
  if (UNKNOWN[resource] && error instanceof HttpError && error.status === 404)
    console.error(UNKNOWN[resource]);
  throw error;
};

/**
 * `ra-data-simple-rest` on /api, by the session cookie. What comes in is checked against the contract. A record's
 * `version` is sent with its change: of two who change one record the second is refused. A list's `meta.estimated` says that its total is an estimate.
 */
export function createDataProvider(): DataProvider {
  const rest = ({
    version,
    onAnswer,
  }: { version?: unknown; onAnswer?: (answer: Answer) => void } = {}): DataProvider =>
    simpleRestProvider('/api', async (url: string, { method, body, headers, signal } = {}) => {
      const answer = await send(withoutServersOrder(url), {
        ...(typeof version === 'string' && { version }),
        ...(method !== undefined && { method }),
        ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
        ...(headers instanceof Headers && { headers }),
        ...(signal && { signal }),
      });
      onAnswer?.(answer);
      return answer;
    });
  const reading: Pick<DataProvider, 'getList' | 'getOne' | 'getMany'> = {
    async getList(resource, params) {
      let estimated = false;
      const onAnswer = ({ headers }: Answer) => void (estimated = headers.has(TOTAL_IS_ESTIMATE));
      const answer = await rest({ onAnswer }).getList(resource, params);
      return { ...answer, data: checked(resource, answer.data), meta: { estimated } };
    },
    async getOne(resource, params) {
      const { data } = await rest().getOne(resource, params).catch(logUnknown(resource));
      return { data: checked(resource, [data])[0]! };
    },
    async getMany(resource, params) {
      return { data: checked(resource, (await rest().getMany(resource, params)).data) };
    },
  };
  return {
    ...rest(),
    ...reading,
    update: (resource, params) => rest({ version: params.data['version'] }).update(resource, params),
    supportAbortSignal: true,
  };
}

/**
 * The rows, as the contract has them.
 * @throws {Error} naming the resource when a record is not what was agreed
 */
function checked<Row extends RaRecord>(resource: string, rows: readonly Row[]): Row[] {
  const result = z.array(factsOf(resource)?.record ?? z.never()).safeParse(rows);
  if (!result.success) {
    throw new Error(`The server's answer about ${resource} could not be understood.`, {
      cause: result.error,
    });
  }
  return result.data as Row[];
}
