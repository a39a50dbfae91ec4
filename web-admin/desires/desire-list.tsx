import { desireRow } from '#contracts/api/desire-words.ts';
import type { OpenDesireResource } from '#contracts/api/desires.ts';
import { RecordList } from '../components/list-page/record-list.tsx';
import { ShapesText } from '../components/shape-text.tsx';
import type { Column } from '../components/record-table/column.tsx';

const COLUMNS: readonly Column<OpenDesireResource>[] = [
  { source: 'customerName', label: 'Customer', sortable: true },
  { source: 'weight', label: 'Weight', cell: (desire) => desireRow(desire).weight },
  { source: 'shape', label: 'Shape', cell: ({ shape }) => <ShapesText codes={shape} /> },
  { source: 'colour', label: 'Colour', cell: (desire) => desireRow(desire).colour },
  { source: 'clarity', label: 'Clarity', cell: (desire) => desireRow(desire).clarity },
  { source: 'fluorescence', label: 'Flu', cell: (desire) => desireRow(desire).fluorescence },
  { source: 'cut', label: 'Cut', cell: (desire) => desireRow(desire).cut },
  { source: 'polish', label: 'Pol', cell: (desire) => desireRow(desire).polish },
  { source: 'symmetry', label: 'Sym', cell: (desire) => desireRow(desire).symmetry },
  { source: 'remarks', label: 'Remarks', wraps: true, card: 'whole line' },
  { source: 'requestedAt', card: 'whole line', label: 'Requested', sortable: true, as: 'moment' },
];

/** The open desires of every customer, longest open first (rule: Desires). */
export function DesireList() {
  return (
    <RecordList
      noun={['desire', 'desires']}
      searches="Find a customer or remark"
      empty="No customer waits for a similar stone."
      label="Open desires"
      columns={COLUMNS}
      opens="show"
      sort={['requestedAt', 'ASC']}
      refreshSeconds={30}
    />
  );
}
