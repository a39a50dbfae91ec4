import type { ReactNode } from 'react';
import { useCanAccess, useGetList, type RaRecord } from 'react-admin';
import { listPath } from '../components/list-path.ts';
import type { HistoryResource } from '#contracts/api/history.ts';
import { auditTypeName } from '#contracts/vocabulary/history-types.ts';
import { holdingReply, type BillResource } from '#contracts/api/bills.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { parcelPath } from '../components/parcel-path.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatNumberOf } from '#web-shared/formats/figures.ts';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { TextLink } from '../components/text-link.tsx';
import { useGet } from '../providers/use-get.ts';
import styles from './customers.module.css';

/** What a customer holds, was billed, asked for, and what happened: each with the way to the whole of it. */
export function CustomerActivity({ customerId }: { customerId: number }) {
  const { canAccess } = useCanAccess({ resource: 'bills', action: 'list' });
  return (
    <>
      <CurrentStones customerId={customerId} />
      {canAccess && (
        <>
          <Bills customerId={customerId} />
          <History customerId={customerId} title="Instructions" type={['InstructionPlaced']} />
          <History customerId={customerId} title="History" />
        </>
      )}
    </>
  );
}

function CurrentStones({ customerId }: { customerId: number }) {
  const { canAccess } = useCanAccess({ resource: 'parcels', action: 'show' });
  const { data, error } = useGet(`/api/holdings?customerId=${customerId}`, holdingReply);
  const parcels = data?.parcels ?? [];
  return (
    <Section title="Current stones">
      <Problem error={error} />
      {data && parcels.length === 0 && <p className={styles['none']}>Nothing at the moment.</p>}
      {parcels.length > 0 && (
        <Table
          head={['Parcel', 'Status', 'Since', 'Price']}
          endsInFigure
          rows={parcels.map(({ parcelName, status, since, price }) => ({
            id: parcelName,
            cells: [
              canAccess ? (
                <TextLink key="parcel" to={parcelPath(parcelName)}>
                  {parcelName}
                </TextLink>
              ) : (
                parcelName
              ),
              <StatusChip key="status" status={status} where="past" />,
              formatMoment(since),
              formatPrice(price),
            ],
          }))}
        />
      )}
    </Section>
  );
}

const newest = (field: string, perPage: number) => ({
  pagination: { page: 1, perPage },
  sort: { field, order: 'DESC' as const },
});

function Bills({ customerId }: { customerId: number }) {
  const { data, error } = useGetList<BillResource>(
    'bills',
    { ...newest('month', 12), filter: { customerId, newest: true } },
    failuresInPlace,
  );
  return (
    <Section title="Bills">
      <Problem error={error} />
      {data?.length === 0 && <p className={styles['none']}>None yet.</p>}
      {data && data.length > 0 && (
        <Table
          head={['Month', 'Due', 'Total']}
          endsInFigure
          rows={data.map(({ id, month, dueDate, total }) => ({
            id,
            cells: [
              <TextLink key="month" to={`/bills/${id}/show`}>
                {monthName(month)}
              </TextLink>,
              formatMoment(dueDate),
              formatPrice(total),
            ],
          }))}
        />
      )}
    </Section>
  );
}

function History({ customerId, title, type }: { customerId: number; title: string; type?: string[] }) {
  const filter = { customerId, ...(type && { type }) };
  const { data, total, error } = useGetList<HistoryResource & RaRecord>(
    'history',
    { ...newest('position', 10), filter },
    failuresInPlace,
  );
  return (
    <Section title={title}>
      <Problem error={error} />
      {data?.length === 0 && <p className={styles['none']}>Nothing yet.</p>}
      {data && data.length > 0 && (
        <>
          <Table
            head={['When', 'What', 'Parcels', 'By']}
            rows={data.map((entry) => ({
              id: entry.id,
              cells: [
                formatMoment(entry.effectiveAt),
                auditTypeName(entry.type),
                entry.parcelNames.length > 3
                  ? formatNumberOf(entry.parcelNames.length, ['parcel', 'parcels'])
                  : entry.parcelNames.join(', '),
                entry.actor,
              ],
            }))}
          />
          <p>
            <TextLink to={listPath('history', filter)}>
              All {formatNumberOf(total ?? data.length, ['entry', 'entries'])}
            </TextLink>
          </p>
        </>
      )}
    </Section>
  );
}

function Problem({ error }: { error: unknown }) {
  return error ? (
    <p role="alert" className={styles['problem']}>
      {messageOf(error)}
    </p>
  ) : null;
}

type TableProps = {
  head: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
  /** The last column is an amount. */
  endsInFigure?: boolean;
};

function Table({ head, rows, endsInFigure = false }: TableProps) {
  const look = (place: number) => (endsInFigure && place === head.length - 1 ? styles['figure'] : undefined);
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          {head.map((title, place) => (
            <th key={title} scope="col" className={look(place)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {cells.map((cell, place) => (
              <td key={head[place]} className={look(place)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
