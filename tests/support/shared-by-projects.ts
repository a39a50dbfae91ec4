interface Shared {
  users: number;
  made: Promise<unknown>;
}

// Every project loads its global setup again in the same process: what they share stands on the global object.
const shelf = globalThis as typeof globalThis & { vitrineShared?: Map<string, Shared> };

/** Gives what the projects of a run share: the first that asks makes it; the last that releases it removes it. */
export async function sharedByProjects<T>(
  name: string,
  make: () => Promise<T>,
  remove: (made: T) => void | Promise<void>,
): Promise<{ made: T; release: () => Promise<void> }> {
  const all = (shelf.vitrineShared ??= new Map<string, Shared>());
  const known = all.get(name) as (Shared & { made: Promise<T> }) | undefined;
  const shared = known ?? { users: 0, made: make() };
  all.set(name, shared);
  shared.users += 1;
  const made = await shared.made;
  return {
    made,
    async release() {
      shared.users -= 1;
      if (shared.users > 0) return;
      all.delete(name);
      await remove(made);
    },
  };
}
