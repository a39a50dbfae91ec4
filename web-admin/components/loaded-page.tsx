import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { FailedState } from './failed-state.tsx';
import { Page } from './page.tsx';

type LoadedPageProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** The page's title until it is known, and what could not be loaded: 'Bill', 'bill'. */
  title: string;
  noun: string;
  /** The way back. */
  above: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The page of one record: shown once it is there; until then that it is being loaded, or why it could not be. */
export function LoadedPage<Data>({ query, title, noun, above, children }: LoadedPageProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return (
    <Page title={title} above={above}>
      {error ? (
        <FailedState
          error={error}
          heading={`The ${noun} could not be loaded`}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading">
          <Skeleton height={320} />
        </div>
      )}
    </Page>
  );
}
