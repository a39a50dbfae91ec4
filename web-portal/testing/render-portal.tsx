import { act, cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { clearToasts } from '#web-shared/components/toast/toast.ts';
import { App } from '../app/app.tsx';
import { forgetSession } from '../lib/api-client.ts';
import { answerForAccount } from './made-account.ts';
import type { FakeAnswer } from './made-answer.ts';
import { openFakeServer } from './fake-server.ts';
import { MADE_USERS } from './made-people.ts';

// Whole pages in jsdom on a busy machine take their time; nothing is asserted about it.
configure({ asyncUtilTimeout: 20_000 });
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

type FakeServer = ReturnType<typeof openFakeServer>;

type Call = { method: string; path: string; body: Record<string, unknown>; headers: Headers };

/** The world around the portal in a test: a fake server behind `fetch`, its changes behind `EventSource`, a wide screen. */
export type World = {
  server: FakeServer;
  /** Calls made so far. */
  calls: Call[];
  /** Who is signed in; null without a session. */
  username: string | null;
  /** Answers the next calls to a path instead of the server; its last part may be '*', for every one. */
  answerWith: (path: string, answer: FakeAnswer | 'network lost', times?: number) => void;
  /** Keeps the answers to these paths back until they are released. */
  hold: (...paths: string[]) => { release: () => void };
  /** Shows the application at an address. */
  show: (address?: string) => UserEvent;
  /** Resolves when no call waits for its answer any more. */
  untilAnswered: () => Promise<void>;
};

/** Sets the world up for each test of a file: `const world = portalWorld()`. */
export function portalWorld(stones = 120, others = 0): World {
  const instead = new Map<string, { answer: FakeAnswer | 'network lost'; times: number }>();
  const held = new Map<string, { until: Promise<void>; release: () => void }>();
  const underWay = new Set<Promise<unknown>>();
  const world: World = {
    server: openFakeServer(0),
    calls: [],
    username: null,
    answerWith: (path, answer, times = 1) => void instead.set(path, { answer, times }),
    hold(...paths) {
      let release = (): void => {};
      const until = new Promise<void>((resolve) => (release = resolve));
      for (const path of paths) held.set(path, { until, release });
      return { release };
    },
    show(address = '/') {
      window.history.replaceState(null, '', address);
      render(<App />);
      return userEvent.setup();
    },
    async untilAnswered() {
      while (underWay.size > 0) {
        await Promise.all(underWay);
        // An answer may lead to another call.
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
  };
  const server = setupServer(
    http.all('*', async ({ request }) => {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      const isJson = (request.headers.get('content-type') ?? '').includes('json');
      const body = text === '' || !isJson ? {} : (JSON.parse(text) as Record<string, unknown>);
      world.calls.push({ method: request.method, path: pathname, body, headers: request.headers });
      await held.get(pathname)?.until;
      const override = instead.get(pathname) ?? instead.get(pathname.replace(/[^/]+$/, '*'));
      if (override && override.times > 0) {
        override.times -= 1;
        if (override.answer === 'network lost') return HttpResponse.error();
        return reply(override.answer);
      }
      const viewer = MADE_USERS.find(({ username }) => username === world.username);
      const answer =
        answerForAccount(pathname, body, viewer) ??
        world.server.answer(pathname, body, seenBy(world.username, pathname, request.headers));
      if (answer.signedIn !== undefined) world.username = answer.signedIn;
      return reply(answer);
    }),
  );
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    const send = globalThis.fetch;
    vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
      const answer = send(...request);
      const ended: Promise<void> = answer.then(ignore, ignore).then(() => void underWay.delete(ended));
      underWay.add(ended);
      return answer;
    });
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('min-width'),
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    vi.stubGlobal('EventSource', eventSourceOf(world));
    Element.prototype.scrollTo = () => {};
    window.scrollTo = () => {};
    // Loaded ahead, so that no test waits for a page's first import.
    await Promise.all([
      import('../app/portal/portal.tsx'),
      import('../features/session/sign-in-page.tsx'),
      import('../features/stones/details/stone-page.tsx'),
      import('../lists/confirm-request/confirm-request.tsx'),
      import('#web-shared/components/confirm-dialog/confirm-dialog.tsx'),
      import('#web-shared/components/toast/toast-host.tsx'),
    ]);
  });
  beforeEach(() => {
    localStorage.clear();
    forgetSession();
    instead.clear();
    held.clear();
    world.server = openFakeServer(stones, { held: 8, carted: 2, past: 6, others });
    world.calls = [];
    world.username = 'demo-customer';
  });
  // The next test's world hears nothing of this one: what was asked is answered here.
  afterEach(async () => {
    // Those that wait for their host, too, which a slow machine may not have loaded yet.
    act(clearToasts);
    cleanup();
    for (const { release } of held.values()) release();
    await world.untilAnswered();
  });
  afterAll(() => {
    server.close();
    vi.unstubAllGlobals();
  });
  return world;
}

/** As whom the server answers: in client view it is a user of the same customer who sees no more than that. */
function seenBy(username: string | null, path: string, headers: Headers): string | null {
  if (username !== 'demo-customer' || path.startsWith('/login/check')) return username;
  const prices = headers.get('prices');
  return prices === 'NONE' ? 'demo-no-prices' : prices === 'RETAIL' ? 'demo-retail' : username;
}

const ignore = (): void => {};

const reply = ({ status, body, headers = {} }: FakeAnswer) =>
  body === undefined
    ? new HttpResponse(null, { status, headers })
    : HttpResponse.json(body as JsonBodyType, { status, headers });

function eventSourceOf(world: World) {
  return class extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 1;
    readonly close = world.server.follow(
      (change) => void this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(change) })),
    );
    readonly opening = setTimeout(() => this.dispatchEvent(new Event('open')));
  };
}

/** The table in front, once its rows have come. */
export async function grid(): Promise<HTMLElement> {
  const tables = await screen.findAllByRole('grid');
  return tables.find((table) => !table.closest('[style*="display: none"]'))!;
}

/** The parcels on the page in front, from the top. */
export async function parcels(): Promise<string[]> {
  return [...(await grid()).querySelectorAll('tr[data-key]')].map((row) => row.getAttribute('data-key')!);
}

/** Shows a list by its sub-tab. */
export async function showList(
  user: UserEvent,
  group: 'My Inventory' | 'Available' | 'Cart' | 'Account History',
  line = 'Loose Diamonds',
): Promise<void> {
  const main = await screen.findByRole('navigation', { name: 'Main' });
  const region = await within(main).findByRole('region', { name: group });
  await user.click(await within(region).findByRole('button', { name: new RegExp(`^${line}`) }));
}
