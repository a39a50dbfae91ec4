/**
 * Pages of at most `size` items, each read while the one before is worked on.
 * @param read the page behind an item; the first page where there is none
 */
export async function* pagesAhead<Item>(
  size: number,
  read: (last: Item | undefined) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  let page = await read(undefined);
  while (page.length > 0) {
    const next = page.length < size ? Promise.resolve([]) : read(page.at(-1));
    // A failure before it is awaited is no unhandled one: the await below throws it.
    next.catch(() => undefined);
    yield page;
    page = await next;
  }
}
