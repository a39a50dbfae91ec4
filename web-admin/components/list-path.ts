/** The address of a resource's list, narrowed by a filter. */
export const listPath = (resource: string, filter: Readonly<Record<string, unknown>> = {}): string =>
  Object.keys(filter).length === 0
    ? `/${resource}`
    : `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
