import type { ProjectionResource } from '#contracts/api/back-office.ts';
import { ListContextProvider, useList } from 'react-admin';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import type { Column } from '../components/record-table/column.tsx';
import { RecordTable } from '../components/record-table/record-table.tsx';
import { MOST_ROWS } from '../providers/data-provider.ts';

type Parked = ProjectionResource['parked'][number] & { id: string; projection: string };

const COLUMNS: readonly Column<Parked>[] = [
  { source: 'stream', label: 'Stream', cell: ({ stream }) => <strong>{stream}</strong> },
  { source: 'projection', label: 'Projection' },
  { source: 'reason', label: 'Reason', wraps: true },
  { source: 'position', label: 'At position', numeric: true, cell: ({ position }) => formatCount(position) },
  { source: 'since', label: 'Since', as: 'moment' },
];

/** The streams with an event that could not be applied: they wait, everything else flows on, until they are retried. */
export function ParkedStreams({ projections }: { projections: readonly ProjectionResource[] }) {
  const data = projections.flatMap(({ id: projection, parked }) =>
    parked.map((one) => ({ ...one, projection, id: `${projection} ${one.stream}` })),
  );
  const list = useList<Parked>({ data, perPage: MOST_ROWS });
  return (
    <Section title="Parked streams">
      {data.length === 0 ? (
        <p className="nothing">None. Every event could be applied.</p>
      ) : (
        <>
          <p className="nothing">
            Each is held up by an event that could not be applied; all other streams continue. Once the cause
            is fixed, press Retry.
          </p>
          <ListContextProvider value={list}>
            <RecordTable label="Parked streams" columns={COLUMNS} />
          </ListContextProvider>
        </>
      )}
    </Section>
  );
}
