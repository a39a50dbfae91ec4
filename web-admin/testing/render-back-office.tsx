import { configure, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { closeSnackbar } from 'notistack';
import { memoryStore, TestMemoryRouter } from 'react-admin';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type {
  CustomerResource,
  ProjectionResource,
  StuckInstructionResource,
  SuspenseResource,
  SyncResource,
} from '#contracts/api/back-office.ts';
import type { User } from '#contracts/api/session.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { BackOffice } from '../app/back-office.tsx';
import { asSeenByRep, madeSync, PASSWORD, PEOPLE } from './made-office.ts';

type Answer = { status: number; body?: unknown };

/** What a made server answers to a call. */
type Responder = (asked: { url: URL; body: Record<string, unknown> }) => Response | Promise<Response>;

/** The world around the back office in a test: a made server behind `fetch`, a wide screen. */
export type World = {
  /** Who is signed in; null without a session. */
  user: User | null;
  customers: CustomerResource[];
  projections: ProjectionResource[];
  suspense: SuspenseResource[];
  stuck: StuckInstructionResource[];
  syncs: SyncResource[];
  /** Calls made so far, such as 'GET /api/customers'. */
  calls: string[];
  /** What changes something, as it was sent. */
  sent: { path: string; headers: Headers; body: unknown }[];
  /** Answers all further calls to a path so, instead of from the world's data; null: from the data again. */
  answerWith: (path: string, answer: Answer | 'network lost' | null) => void;
  /** Answers calls to a path, such as 'GET /api/history', by what was asked. */
  respond: (call: string, responder: Responder) => void;
  signIn: (username: string) => void;
  /** Shows the application at an address. */
  show: (address?: string) => UserEvent;
};

/** Sets the world up for each test of a file: `const world = officeWorld()`. */
export function officeWorld(): World {
  // Pages are drawn slowly where many tests run side by side; what never comes still fails.
  configure({ asyncUtilTimeout: 20_000 });
  vi.setConfig({ testTimeout: 90_000 });
  const instead = new Map<string, Answer | 'network lost'>();
  const responders = new Map<string, Responder>();
  const world: World = {
    user: null,
    customers: [],
    projections: [],
    suspense: [],
    stuck: [],
    syncs: [],
    calls: [],
    sent: [],
    answerWith: (path, answer) => void (answer === null ? instead.delete(path) : instead.set(path, answer)),
    respond: (call, responder) => void responders.set(call, responder),
    signIn: (username) => void (world.user = PEOPLE.find((one) => one.username === username) ?? null),
    show(address = '/') {
      render(
        <TestMemoryRouter initialEntries={[address]}>
          <BackOffice store={memoryStore()} />
        </TestMemoryRouter>,
      );
      return userEvent.setup();
    },
  };
  const server = setupServer(
    http.all('*', async ({ request }) => {
      const url = new URL(request.url);
      world.calls.push(`${request.method} ${url.pathname}`);
      const override = instead.get(url.pathname);
      if (override === 'network lost') return HttpResponse.error();
      if (override) return json(override);
      const text = await request.text();
      // A file comes as it is.
      const isFile = request.headers.get('content-type')?.includes('json') !== true;
      const body = text === '' || isFile ? {} : (JSON.parse(text) as Record<string, unknown>);
      if (request.method !== 'GET') world.sent.push({ path: url.pathname, headers: request.headers, body });
      const responder = responders.get(`${request.method} ${url.pathname}`);
      return responder ? responder({ url, body }) : answer(world, url, body, request);
    }),
  );
  beforeAll(() => {
    server.listen({ onUnhandledRequest: 'error' });
    window.scrollTo = () => {};
    // React-admin writes each failed call to the console, which the tests provoke.
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  beforeEach(() => {
    localStorage.clear();
    instead.clear();
    responders.clear();
    Object.assign(world, {
      customers: [],
      projections: [],
      suspense: [],
      stuck: [],
      syncs: [],
      calls: [],
      sent: [],
    });
    world.signIn('demo-admin');
  });
  afterEach(() => closeSnackbar());
  afterAll(() => {
    server.close();
    vi.restoreAllMocks();
  });
  return world;
}

const json = ({ status, body }: Answer) => HttpResponse.json((body ?? {}) as JsonBodyType, { status });

function answer(
  world: World,
  { pathname, searchParams }: URL,
  body: Record<string, unknown>,
  request: Request,
): Response {
  if (pathname === '/configuration') return json({ status: 200 });
  if (pathname === '/login') return logIn(world, body);
  if (pathname === '/logout') {
    world.user = null;
    return json({ status: 200 });
  }
  if (!world.user) return json({ status: 401, body: { message: 'Sign in first.' } });
  if (pathname === '/login/check') return json({ status: 200, body: world.user });
  const staff = world.user.administrator || world.user.salesRep;
  if (!staff) return json({ status: 403, body: { message: 'This is for staff.' } });
  if (pathname === '/api/today')
    return json({ status: 200, body: { day: '2026-11-23', memosOverdue: 0, memosDueSoon: 0 } });
  if (pathname === '/attributes/all') return json({ status: 200, body: PROGRAM_LISTS });
  if (pathname === '/api/billing-months') return json({ status: 200, body: { earliest: null } });
  if (pathname === '/api/customers') return customers(world, searchParams);
  const one = /^\/api\/customers\/(\d+)$/.exec(pathname);
  if (one && request.method === 'PUT') return changed(world, Number(one[1]), body, request);
  if (one) return customer(world, Number(one[1]));
  if (!world.user.administrator)
    return json({ status: 403, body: { message: 'This is for administrators.' } });
  if (pathname === '/api/projections') return list(world.projections);
  if (pathname === '/api/suspense') return list(world.suspense);
  if (pathname === '/api/stuck-instructions') return list(world.stuck);
  if (pathname === '/api/syncs') return list(world.syncs);
  if (pathname === '/sync/sync') {
    world.syncs = [madeSync('asked for'), ...world.syncs];
    return json({ status: 200, body: { syncId: 'asked for' } });
  }
  throw new Error(`The made server does not know ${pathname}`);
}

function logIn(world: World, { username, password }: Record<string, unknown>): Response {
  const user = PEOPLE.find((one) => one.username === username);
  if (!user || password !== PASSWORD) return json({ status: 401, body: { message: 'Login Failed' } });
  world.user = user;
  return json({ status: 200, body: { token: 'token', user } });
}

function customers(world: World, query: URLSearchParams): Response {
  const { q = '', id } = JSON.parse(query.get('filter') ?? '{}') as { q?: string; id?: number[] };
  const [from, to] = JSON.parse(query.get('range') ?? '[0,999]') as [number, number];
  const [field = 'name', order] = JSON.parse(query.get('sort') ?? '[]') as (keyof CustomerResource)[];
  const key = (row: CustomerResource) => String(row[field]).padStart(12);
  const found = world.customers
    .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
    .filter(({ customerId }) => id === undefined || id.includes(customerId))
    .toSorted((a, b) => key(a).localeCompare(key(b)) * (String(order) === 'DESC' ? -1 : 1));
  const page = found.slice(from, to + 1);
  return list(world.user?.administrator ? page : page.map(asSeenByRep), found.length);
}

/** As the server: a version that is no longer the newest is refused. */
function changed(world: World, id: number, body: Record<string, unknown>, request: Request): Response {
  const found = world.customers.find(({ customerId }) => customerId === id)!;
  if (request.headers.get('if-match') !== `"${found.version ?? ''}"`) {
    const message = 'somebody has changed this customer since you opened it. Nothing of yours was saved.';
    return json({ status: 409, body: { message, code: 'CHANGED_MEANWHILE' } });
  }
  Object.assign(found, body, { version: String(Number(found.version) + 1) });
  return json({ status: 200, body: found });
}

function customer(world: World, id: number): Response {
  const found = world.customers.find(({ customerId }) => customerId === id);
  if (!found) return json({ status: 404, body: { message: `There is no customer ${id}.` } });
  return json({ status: 200, body: world.user?.administrator ? found : asSeenByRep(found) });
}

/** A list as the back office's resources answer it: the first rows, with how many there are. */
export const list = (rows: readonly object[], total = rows.length) =>
  HttpResponse.json(rows as JsonBodyType, {
    headers: { 'content-range': `rows ${rows.length === 0 ? '*' : `0-${rows.length - 1}`}/${total}` },
  });
