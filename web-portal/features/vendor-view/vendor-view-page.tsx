import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VendorViewReply } from '#contracts/api/vendor-links.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { momentName } from '#contracts/vocabulary/house-time.ts';
import { zoneName } from '#contracts/vocabulary/time-zone.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { Logo } from '#web-shared/components/logo.tsx';
import { Tiles } from '#web-shared/components/tiles/tiles.tsx';
import { useTitle } from '#web-shared/use-title.ts';
import { LinkFailed, LinkLoading, LinkMain, LinkPage } from '../../components/link-page/link-page.tsx';
import { useLinkToken } from '../../components/link-page/link-token.ts';
import { readView } from './view-calls.ts';
import { ViewStatements } from './view-statements.tsx';
import { ViewStock } from './view-stock.tsx';
import styles from './vendor-view.module.css';

/** A failed answer is shown with a way to ask again, at once without a network; nothing is asked by itself twice. */
const newClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

/** /vendorview, where a vendor's link leads (rule: Vendor's own view). */
export default function VendorViewPage() {
  const token = useLinkToken();
  return <ByLink key={token} token={token} />;
}

function ByLink({ token }: { token: string }) {
  const [client] = useState(newClient);
  return (
    <QueryClientProvider client={client}>
      <LinkPage brand={<Logo />}>
        <View token={token} />
      </LinkPage>
    </QueryClientProvider>
  );
}

function View({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({ queryKey: ['view'], queryFn: () => readView(token) });
  const name = data?.name;
  useTitle(name ?? 'Your stock');
  if (data) return <Shown token={token} view={data} />;
  if (!error) return <LinkLoading />;
  return <LinkFailed error={error} what="Your stock" onRetry={() => void refetch()} />;
}

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
    // SOLD is not invoiced yet.
    ['With customers', together('CUSTOMER', 'PENDING_RETURN', 'SOLD')],
    ['Sold this year', soldThisYear],
  ] as const;
  return (
    <LinkMain className={styles['main']}>
      <div>
        <h1>{name}</h1>
        <p className={styles['lead']}>
          {lastFeedAt !== null && `Your list was last read on ${momentName(lastFeedAt, timeZone)}. `}
          This link is good until {momentName(expiresAt, timeZone)}. Times are {zoneName(timeZone)}.
        </p>
      </div>
      <Tiles
        label="At a glance"
        tiles={tiles.map(([label, { count, cost }]) => [label, formatCount(count), formatValue(cost)])}
      />
      <ViewStock token={token} />
      <ViewStatements token={token} months={months} />
    </LinkMain>
  );
}
