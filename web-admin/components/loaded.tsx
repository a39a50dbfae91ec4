import type { ReactNode } from 'react';
import { Loading } from '#web-shared/components/loaded/loaded.tsx';
import { FailedState } from './failed-state.tsx';
import { Page } from './page.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** What could not be loaded: 'bill'. */
  noun: string;
  /** Pixels that are held for it. */
  height?: number;
  children: (data: Data) => ReactNode;
};

/** What is read from the server, once it is there; until then its place, or why it could not be read. */
export function Loaded<Data>({ query, noun, height = 320, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error) return <FailedState error={error} what={`The ${noun}`} onRetry={() => void refetch()} />;
  return <Loading height={height} />;
}

type LoadedPageProps<Data> = LoadedProps<Data> & {
  /** The page's title until it is known: 'Bill'. */
  title: string;
  /** The way back. */
  above: ReactNode;
};

/** The page of one record: shown once it is there; until then that it is being loaded, or why it could not be. */
export function LoadedPage<Data>({ title, above, children, ...loaded }: LoadedPageProps<Data>) {
  if (loaded.query.data !== undefined) return children(loaded.query.data);
  return (
    <Page title={title} above={above}>
      <Loaded {...loaded}>{children}</Loaded>
    </Page>
  );
}
