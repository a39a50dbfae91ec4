/** A browser's store of answers, in memory: what a test needs of `caches`. */
export function madeCaches(load: (path: string) => Promise<Response>) {
  const stores = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : request, location.origin).pathname;
  const open = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return Promise.resolve({
      match: (request: RequestInfo | URL) => Promise.resolve(store.get(pathOf(request))?.clone()),
      put: (request: RequestInfo | URL, answer: Response) =>
        Promise.resolve(void store.set(pathOf(request), answer)),
      addAll: async (paths: string[]) => {
        const answers = await Promise.all(paths.map(load));
        if (answers.some(({ ok }) => !ok)) throw new TypeError('a file is not there');
        paths.forEach((path, index) => store.set(path, answers[index]!));
      },
    });
  };
  return {
    stores,
    open,
    keys: () => Promise.resolve([...stores.keys()]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  };
}
