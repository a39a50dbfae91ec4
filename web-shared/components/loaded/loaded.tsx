import type { ReactNode } from 'react';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { CouldNotLoad } from '../state-message/could-not-load.tsx';

/** The place of what is being loaded; `height` in pixels. */
export function Loading({ height }: { height: number }) {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={height} />
    </div>
  );
}

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Begins the heading of a failure: 'The invoices'. */
  what: string;
  /** Pixels that are held for it. */
  height: number;
  children: (data: Data) => ReactNode;
};

/** What is read from the server, once it is there; until then its place, or why it could not be read. */
export function Loaded<Data>({ query, what, height, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error ? <CouldNotLoad what={what} error={error} retry={refetch} /> : <Loading height={height} />;
}
