import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpError } from 'react-admin';
import { madeCustomer } from '../testing/made-office.ts';
import { createDataProvider } from './data-provider.ts';
import { send } from './http-client.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const params = {
  pagination: { page: 1, perPage: 25 },
  sort: { field: 'name', order: 'ASC' as const },
  filter: {},
};
const answering = (answer: () => Response) => server.use(http.all('*', answer));
const range = { headers: { 'content-range': 'customers 0-0/1' } };
const failureOf = async (answer: () => Response): Promise<HttpError> => {
  answering(answer);
  const error: unknown = await send('/api/customers').catch((reason: unknown) => reason);
  if (!(error instanceof HttpError)) throw new Error('it did not fail as a call does');
  return error;
};

describe('The data provider', () => {
  it('asks in the dialect of ra-data-simple-rest, without a customer', async () => {
    let asked: Request | undefined;
    server.use(
      http.get('*/api/customers', ({ request }) => {
        asked = request;
        return HttpResponse.json([madeCustomer(1)], range);
      }),
    );
    const { data, total } = await createDataProvider().getList('customers', params);
    expect([data.length, total]).toEqual([1, 1]);
    const query = new URL(asked!.url).searchParams;
    expect([query.get('sort'), query.get('range')]).toEqual(['["name","ASC"]', '[0,24]']);
    expect(asked!.headers.has('customer')).toBe(false);
  });
  it.each([
    ['customers', 'Error, customer not found'],
    ['users', 'Error, user not found'],
  ])('logs one of %s that is not there to the console: %s', async (resource, text) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    answering(() => HttpResponse.json({ message: 'Not found.' }, { status: 404 }));
    await expect(createDataProvider().getOne(resource, { id: 7 })).rejects.toThrow('Not found.');
    expect(log.mock.calls).toEqual([[text]]);
    log.mockRestore();
  });
  it('refuses records that are not what was agreed', async () => {
    answering(() => HttpResponse.json([{ id: 1, customerId: 'one' }], range));
    await expect(createDataProvider().getList('customers', params)).rejects.toThrow(
      "The server's answer about customers could not be understood.",
    );
  });
});

describe('A failed call', () => {
  it('brings the words of the problem, and its fields for a form', async () => {
    const problem = {
      message: 'Two fields are wrong.',
      field: 'maxInventory',
      errors: [{ field: 'accountCodes.0.accountCode', message: 'must be like 10-02-4074' }],
    };
    const error = await failureOf(() => HttpResponse.json(problem, { status: 422 }));
    expect([error.message, error.status]).toEqual(['Two fields are wrong.', 422]);
    expect(error.body.errors).toEqual({
      maxInventory: 'Two fields are wrong.',
      'accountCodes.0.accountCode': 'must be like 10-02-4074',
    });
  });
  it('without named fields has none for a form', async () => {
    const error = await failureOf(() => HttpResponse.json({ message: 'Taken.' }, { status: 409 }));
    expect(error.body.errors).toBeUndefined();
  });
  it.each([
    ['a plain text is shown', 'Bad gateway', 'Bad gateway'],
    ['a page is not', '<html>Bad gateway</html>', 'An error occurred.'],
    ['nothing is not', '', 'An error occurred.'],
  ])('%s', async (_, body, words) => {
    const error = await failureOf(() => new HttpResponse(body, { status: 502 }));
    expect(error.message).toBe(words);
  });
  it('without an answer says so', async () => {
    const error = await failureOf(() => HttpResponse.error());
    expect([error.status, error.message]).toEqual([0, 'No connection to the server. Please try again.']);
  });
});
