import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { statusName, STOCK_STATUSES } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Field, SelectField } from '#web-shared/components/field/field.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { CouldNotLoad } from '#web-shared/components/state-message/could-not-load.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { useSaving } from '../../lib/use-saving.ts';
import { readStock, saveReport } from './view-calls.ts';
import styles from './vendor-view.module.css';

/** The vendor's stock, a page of it more at a time. */
export function ViewStock({ token }: { token: string }) {
  const [status, setStatus] = useState('');
  const [written, setWritten] = useState('');
  const search = useDeferredValue(written.trim());
  const { saving, save } = useSaving();
  const stock = useInfiniteQuery({
    queryKey: ['stock', status, search],
    queryFn: ({ pageParam }) =>
      readStock(token, { ...(status && { status }), ...(search && { search }), after: pageParam }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } =
    stock;
  const parcels = data?.pages.flatMap((page) => page.parcels);
  return (
    <Section title="Your stock">
      <div className={styles['tools']}>
        <SelectField
          label="Status"
          value={status}
          empty="Any"
          choices={STOCK_STATUSES.map((one) => [one, statusName(one, 'requestable')])}
          onChange={setStatus}
        />
        <Field
          label="Parcel"
          type="search"
          autoComplete="off"
          value={written}
          maxLength={100}
          onChange={({ target }) => setWritten(target.value)}
        />
        <Button
          className={styles['file']}
          busy={saving !== null}
          onClick={() => void save('report', () => saveReport(token))}
        >
          {saving ? 'Making the workbook…' : 'Save as workbook'}
        </Button>
      </div>
      {!parcels && !error && <Skeleton height={240} />}
      {!parcels && error && <CouldNotLoad what="Your stock" error={error} retry={refetch} />}
      {parcels?.length === 0 && (
        <p className={styles['none']} role="status">
          {status || search ? 'No stock matches.' : 'You have no stones in stock.'}
        </p>
      )}
      {parcels && parcels.length > 0 && (
        <PlainTable label="Your stock" head={['Parcel', 'Status', 'Cost']}>
          {parcels.map(({ parcelName, description, status: now, since, cost }) => (
            <tr key={parcelName}>
              <th scope="row">
                {parcelName}
                <small>{description}</small>
              </th>
              <td>
                <StatusChip status={now} where="requestable" />
                <small>
                  since <time>{since}</time>
                </small>
              </td>
              <td data-align="right">{formatPrice(cost)}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {isFetchNextPageError && (
        <CouldNotLoad what="The rest of your stock" error={error} retry={fetchNextPage} />
      )}
      {hasNextPage && (
        <div className={styles['more']}>
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
    </Section>
  );
}
