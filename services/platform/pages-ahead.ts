/**
 * Reads pages of at most `size` items, each while the previous one is worked on.
 * @param read the page after an item; the first page without one
 */
export async function* pagesAhead<Item>(
  size: number,
  read: (last: Item | undefined) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  let page = await read(undefined);
  while (page.length > 0) {
    const next = page.length < size ? Promise.resolve([]) : read(page.at(-1));
    // Keeps a failure before the await below from being unhandled; the await throws it.
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
}
