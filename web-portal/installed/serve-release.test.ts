import { describe, expect, it } from 'vitest';
import { madeCaches } from '../testing/made-caches.ts';
import { serveRelease, type Release, type WorkerScope } from './serve-release.ts';

const ONE: Release = { id: 'one', entry: 'assets/main-1.js', files: ['/assets/main-1.js', '/favicon.svg'] };
const TWO: Release = { id: 'two', entry: 'assets/main-2.js', files: ['/assets/main-2.js', '/favicon.svg'] };

/** A browser, and a server that has one release at a time. */
function world() {
  const server = { files: new Map<string, string>(), reached: true };
  const release = ({ entry, files }: Release): void => {
    server.files = new Map(files.map((path) => [path, `${path} of ${entry}`]));
    server.files.set('/', `<script src="/${entry}"></script>`);
    server.files.set('/inventory/available', 'calls are the server’s');
    server.files.set('/login', 'so is sign-in');
  };
  const answer = (path: string): Promise<Response> => {
    if (!server.reached) return Promise.reject(new TypeError('no network'));
    const text = server.files.get(path);
    return Promise.resolve(new Response(text ?? null, { status: text === undefined ? 404 : 200 }));
  };
  const caches = madeCaches(answer);
  const worker = (one: Release) => {
    const listeners = new Map<string, (event: never) => void>();
    const happened: string[] = [];
    const waiting = { current: null as { postMessage(words: string): void } | null };
    serveRelease(
      {
        caches,
        fetch: (request: Request | string) =>
          answer(typeof request === 'string' ? request : new URL(request.url).pathname),
        location: { origin: location.origin },
        registration: {
          get waiting() {
            return waiting.current;
          },
        },
        skipWaiting: () => Promise.resolve(void happened.push('took over')),
        addEventListener: (type: string, listener: (event: never) => void) => listeners.set(type, listener),
      } as unknown as WorkerScope,
      one,
    );
    const lasting = (type: 'install' | 'activate'): Promise<unknown> => {
      let work: Promise<unknown> = Promise.resolve();
      listeners.get(type)!({ waitUntil: (lasts: Promise<unknown>) => (work = lasts) } as never);
      return work;
    };
    return {
      happened,
      waiting,
      install: () => lasting('install'),
      activate: () => lasting('activate'),
      hear: (data: unknown) => listeners.get('message')!({ data } as never),
      /** What a page gets from the worker; null where it is left to the network. */
      async get(path: string, mode: 'navigate' | 'same-origin' = 'same-origin', method = 'GET') {
        const request = Object.create(new Request(new URL(path, location.origin), { method }), {
          mode: { value: mode },
          url: { value: new URL(path, location.origin).href },
          method: { value: method },
        }) as Request;
        let given: Promise<Response> | null = null;
        listeners.get('fetch')!({
          request,
          respondWith: (work: Promise<Response>) => (given = work),
        } as never);
        return given === null ? null : await (given as Promise<Response>).then((found) => found.text());
      },
    };
  };
  release(ONE);
  return { server, release, worker, caches };
}

describe('The built files on the device (product: Without a network)', () => {
  it('are served without a network, page and scripts of one release', async () => {
    const { server, worker } = world();
    const one = worker(ONE);
    await one.install();
    server.reached = false;
    expect(await one.get('/', 'navigate')).toContain('main-1.js');
    expect(await one.get('/?parcel=A', 'navigate')).toContain('main-1.js');
    expect(await one.get('/assets/main-1.js')).toBe('/assets/main-1.js of assets/main-1.js');
    expect(await one.get('/favicon.svg')).toContain('/favicon.svg');
  });

  it('sign-in, other pages, calls and their answers pass the worker by', async () => {
    const { worker, caches } = world();
    const one = worker(ONE);
    await one.install();
    expect(await one.get('/login', 'navigate')).toBeNull();
    expect(await one.get('/admin/', 'navigate')).toBeNull();
    expect(await one.get('/inventory/available')).toBeNull();
    expect(await one.get('/', 'navigate', 'POST')).toBeNull();
    const names = [...caches.stores.values()].flatMap((store) => [...store.keys()]);
    expect(names.toSorted()).toEqual(['/', '/assets/main-1.js', '/favicon.svg']);
  });

  it('of a new release come from the server at the next load, and the old ones go when it has taken over', async () => {
    const { server, release, worker, caches } = world();
    const one = worker(ONE);
    await one.install();
    release(TWO);
    const two = worker(TWO);
    await two.install();
    // Without a network the old release is whole still.
    server.reached = false;
    one.waiting.current = { postMessage: (words) => two.hear(words) };
    expect(await one.get('/', 'navigate')).toContain('main-1.js');
    expect(two.happened).toEqual([]);
    server.reached = true;
    expect(await one.get('/', 'navigate')).toContain('main-2.js');
    expect(two.happened).toEqual(['took over']);
    await two.activate();
    expect(await caches.keys()).toEqual(['vitrine-files-two']);
    server.reached = false;
    expect(await two.get('/', 'navigate')).toContain('main-2.js');
  });

  it('are kept whole or not at all: not with the page of another release, nor with a file missing', async () => {
    const { server, release, worker } = world();
    await expect(worker(TWO).install()).rejects.toThrow('does not have the release two');
    release(TWO);
    server.files.delete('/favicon.svg');
    await expect(worker(TWO).install()).rejects.toThrow('a file is not there');
    server.reached = false;
    await expect(worker(TWO).get('/', 'navigate')).rejects.toThrow('no network');
  });
});
