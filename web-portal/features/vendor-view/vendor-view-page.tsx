import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { VendorViewReply } from '#contracts/api/vendor-links.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Logo } from '#web-shared/components/logo.tsx';
import { SchemeToggle } from '#web-shared/components/scheme-toggle.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { Tiles } from '#web-shared/components/tiles/tiles.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { CallFailed } from '../../lib/failures.ts';
import { readView } from './view-calls.ts';
import { ViewStatements } from './view-statements.tsx';
import { ViewStock } from './view-stock.tsx';
import styles from './vendor-view.module.css';

/** A failed answer is shown with a way to ask again; nothing is asked by itself twice. */
const newClient = (): QueryClient => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/**
 * /vendorview, where a vendor's link leads (rule: Vendor's own view); its token is behind `#`, so that it is in no log and no
 * referrer.
 */
export default function VendorViewPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <div className={styles['page']}>
        <header className={styles['head']}>
          <Logo />
          <SchemeToggle />
        </header>
        <View token={token} />
      </div>
    </QueryClientProvider>
  );
}

function View({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({ queryKey: ['view'], queryFn: () => readView(token) });
  const name = data?.name;
  useEffect(() => {
    document.title = `${name ?? 'Your stock'} · ${PRODUCT_NAME}`;
  }, [name]);
  if (data) return <Shown token={token} view={data} />;
  if (!error)
    return (
      <main className={styles['main']} role="status" aria-label="Loading">
        <Skeleton height={46} />
        <Skeleton height={120} />
        <Skeleton height={320} />
      </main>
    );
  return (
    <main className={styles['main']}>
      {isGone(error) ? (
        <StateMessage heading="This link is no longer good" page shape="MQ">
          It may have expired, or been taken back. Please ask for a new one.
        </StateMessage>
      ) : (
        <StateMessage
          heading="Your stock could not be loaded"
          page
          alert
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {messageOf(error)}
        </StateMessage>
      )}
    </main>
  );
}

/** The answer to a token that is not good; one without a token is refused for that. */
const isGone = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'answer' && [400, 404].includes(error.failure.status);

function Shown({ token, view }: { token: string; view: VendorViewReply }) {
  const { name, timeZone, expiresAt, lastFeedAt, stock, soldThisYear, months } = view;
  const together = (...statuses: readonly Status[]) => {
    const rows = stock.filter(({ status }) => statuses.includes(status));
    const sum = (field: 'count' | 'cost') => rows.reduce((all, row) => all + row[field], 0);
    return { count: sum('count'), cost: sum('cost') };
  };
  const tiles = [
    ['Available', together('AVAILABLE')],
    ['Requested', together('REQUESTED')],
    ['With customers', together('CUSTOMER', 'PENDING_RETURN')],
    ['Sold this year', soldThisYear],
  ] as const;
  return (
    <main className={styles['main']}>
      <div>
        <h1>{name}</h1>
        <p className={styles['lead']}>
          {lastFeedAt !== null && `Your list was last read on ${momentName(lastFeedAt, timeZone)}. `}
          This link is good until {momentName(expiresAt, timeZone)}.
        </p>
      </div>
      <Tiles
        label="At a glance"
        tiles={tiles.map(([label, { count, cost }]) => [label, formatCount(count), formatValue(cost)])}
      />
      <ViewStock token={token} />
      <ViewStatements token={token} months={months} />
    </main>
  );
}
