/** The built files of one release: what a page of it may ask for, by paths. `entry`: the script that its page begins with. */
export type Release = { id: string; entry: string; files: readonly string[] };

type Lasting = { waitUntil(work: Promise<unknown>): void };
type Asked = { request: Request; respondWith(answer: Promise<Response>): void };

/** What is used of a service worker's world. */
export type WorkerScope = {
  caches: CacheStorage;
  fetch: typeof fetch;
  location: { origin: string };
  registration: { waiting: { postMessage(words: string): void } | null };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
};

const PREFIX = 'vitrine-files-';
const SHELL = '/';
/** Their names carry a hash of what is in them: one name is one content, in whatever release. */
const HASHED = '/assets/';
const TAKE_OVER = 'take over';

/**
 * Keeps the built files of a release, so that the portal opens without a network (product: Without a network). Releases
 * never mix: a release is kept whole or not at all, its page comes from the server when it can, and the next worker waits
 * until the server has answered a page, whose release then replaces this one. Sign-in, calls and their answers pass by.
 */
export function serveRelease(scope: WorkerScope, { id, entry, files }: Release): void {
  const { caches } = scope;
  const own = PREFIX + id;

  const keepWhole = async (): Promise<void> => {
    const page = await scope.fetch(SHELL, { cache: 'no-store' });
    if (!page.ok || !(await page.clone().text()).includes(entry))
      throw new Error(`The server does not have the release ${id}.`);
    const cache = await caches.open(own);
    await cache.addAll([...files]);
    await cache.put(SHELL, page);
  };
  const dropOthers = async (): Promise<void> => {
    for (const name of await caches.keys())
      if (name.startsWith(PREFIX) && name !== own) await caches.delete(name);
  };
  const keptIn = async (name: string, request: Request | string): Promise<Response | undefined> =>
    (await caches.open(name)).match(request);

  /** From the server; without a network as it is kept. `answered` hears that the server did. */
  const orKept = async (asked: Request, kept: string, answered?: () => void): Promise<Response> => {
    try {
      const answer = await scope.fetch(asked);
      answered?.();
      return answer;
    } catch (error) {
      const found = await keptIn(own, kept);
      if (found) return found;
      throw error;
    }
  };
  const letNextTakeOver = (): void => scope.registration.waiting?.postMessage(TAKE_OVER);
  const hashed = async (asked: Request): Promise<Response> => {
    for (const name of await caches.keys()) {
      const found = name.startsWith(PREFIX) ? await keptIn(name, asked) : undefined;
      if (found) return found;
    }
    return scope.fetch(asked);
  };

  scope.addEventListener('install', (event) => event.waitUntil(keepWhole()));
  scope.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
  scope.addEventListener('message', ({ data }) => {
    if (data === TAKE_OVER) void scope.skipWaiting();
  });
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.location.origin) return;
    if (request.mode === 'navigate') {
      if (pathname === SHELL) event.respondWith(orKept(request, SHELL, letNextTakeOver));
    } else if (pathname.startsWith(HASHED)) event.respondWith(hashed(request));
    else if (files.includes(pathname)) event.respondWith(orKept(request, pathname));
  });
}
