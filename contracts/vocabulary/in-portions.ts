/** The items at most `size` at a time, in their order. */
export const inPortions = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
