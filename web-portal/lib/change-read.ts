import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes what was read before; nothing where it was not, or where `next` answers the same. What is marked to be read
 * again stays marked: to set its data would take the mark away, and what is not in front would stay old until a reload.
 */
export function changeRead<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  next: (before: Data) => Data,
): void {
  const query = client.getQueryCache().find<Data>({ queryKey });
  const before = query?.state.data;
  if (query === undefined || before === undefined) return;
  const data = next(before);
  if (data === before) return;
  if (query.state.isInvalidated) query.setState({ data });
  else client.setQueryData<Data>(queryKey, data);
}
