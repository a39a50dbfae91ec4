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
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { Loaded } from '../components/loaded.tsx';
import { TextLink } from '../components/text-link.tsx';
import { firstRows } from '../providers/data-provider.ts';
import { useGet } from '../providers/use-get.ts';

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
  const holding = useGet(`/api/holdings?customerId=${customerId}`, holdingReply);
  return (
    <Section title="Current stones">
      <Loaded query={holding} noun="stones" height={HEIGHT}>
        {({ parcels }) =>
          parcels.length === 0 ? (
            <p className="nothing">Nothing at the moment.</p>
          ) : (
            <PlainTable label="Current stones" head={['Parcel', 'Status', 'Since', 'Price']} figures="last">
              {parcels.map(({ parcelName, status, since, price }) => (
                <tr key={parcelName}>
                  <th scope="row">
                    {canAccess ? <TextLink to={parcelPath(parcelName)}>{parcelName}</TextLink> : parcelName}
                  </th>
                  <td>
                    <StatusChip status={status} where="past" />
                  </td>
                  <td>{formatMoment(since)}</td>
                  <td>{formatPrice(price)}</td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Section>
  );
}

/** Pixels that are held for a part that is on its way. */
const HEIGHT = 80;

function Bills({ customerId }: { customerId: number }) {
  const found = useGetList<BillResource>(
    'bills',
    firstRows(12, 'month', { order: 'DESC', filter: { customerId, newest: true } }),
    failuresInPlace,
  );
  return (
    <Section title="Bills">
      <Loaded query={found} noun="bills" height={HEIGHT}>
        {(bills) =>
          bills.length === 0 ? (
            <p className="nothing">None yet.</p>
          ) : (
            <PlainTable label="Bills" head={['Month', 'Due', 'Total']} figures="last">
              {bills.map(({ id, month, dueDate, total }) => (
                <tr key={id}>
                  <th scope="row">
                    <TextLink to={`/bills/${id}/show`}>{monthName(month)}</TextLink>
                  </th>
                  <td>{dueDate}</td>
                  <td>{formatPrice(total)}</td>
                </tr>
              ))}
            </PlainTable>
          )
        }
      </Loaded>
    </Section>
  );
}

function History({ customerId, title, type }: { customerId: number; title: string; type?: string[] }) {
  const filter = { customerId, ...(type && { type }) };
  const found = useGetList<HistoryResource & RaRecord>(
    'history',
    firstRows(10, 'position', { order: 'DESC', filter }),
    failuresInPlace,
  );
  return (
    <Section title={title}>
      <Loaded query={found} noun="history" height={HEIGHT}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="nothing">Nothing yet.</p>
          ) : (
            <>
              <PlainTable label={title} head={['When', 'What', 'Parcels', 'By']}>
                {entries.map((entry) => (
                  <tr key={entry.id}>
                    <th scope="row">{formatMoment(entry.effectiveAt)}</th>
                    <td>{auditTypeName(entry.type)}</td>
                    <td>
                      {entry.parcelNames.length > 3
                        ? formatNumberOf(entry.parcelNames.length, ['parcel', 'parcels'])
                        : entry.parcelNames.join(', ')}
                    </td>
                    <td>{entry.actor}</td>
                  </tr>
                ))}
              </PlainTable>
              <p>
                <TextLink to={listPath('history', filter)}>
                  All {formatNumberOf(found.total ?? entries.length, ['entry', 'entries'])}
                </TextLink>
              </p>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
