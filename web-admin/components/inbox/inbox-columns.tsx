import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import type { InboxFields, InboxState } from '#contracts/api/inboxes.ts';
import { Chip, type Tone } from '#web-shared/components/chip/chip.tsx';
import { formatConstant } from '#contracts/vocabulary/words.ts';
import type { QuickFilter } from '../list-page/quick-filters.tsx';
import type { Column } from '../record-table/column.tsx';
import { HandleButton } from './handle-button.tsx';

const TONES: Readonly<Record<InboxState, Tone>> = {
  OPEN: 'waiting',
  ACKNOWLEDGED: 'good',
  DISMISSED: 'gone',
};

/** What an inbox shows at first: what is not dismissed. */
export const STANDING = { state: ['OPEN', 'ACKNOWLEDGED'] };

/** What every inbox can be narrowed to. */
export const inboxFilters = (username: string | undefined): readonly QuickFilter[] => [
  ['Not dismissed', STANDING],
  ['Open', { state: 'OPEN' }],
  ...(username === undefined ? [] : [['Mine', { owner: username }] as const]),
  ['Older than 7 days', { state: ['OPEN', 'ACKNOWLEDGED'], old: true }],
  ['Acknowledged', { state: 'ACKNOWLEDGED' }],
  ['Dismissed', { state: 'DISMISSED' }],
];

/** State with the newest note, owner, and the way to take care of a row, as every inbox has them (rule: Inboxes). */
export function inboxColumns<Row extends RaRecord & InboxFields>(
  nameOf: (row: Row) => string,
  more?: (row: Row, onDone: () => void) => ReactNode,
): readonly Column<Row>[] {
  return [
    {
      source: 'state',
      label: 'State',
      cell: ({ state, note }) => (
        <span title={note ?? undefined}>
          <Chip tone={TONES[state]}>{formatConstant(state)}</Chip>
        </span>
      ),
    },
    { source: 'owner', label: 'Owner' },
    {
      source: 'handle',
      label: 'Handle',
      card: 'whole line',
      cell: (row) => (
        <HandleButton
          row={{ id: String(row.id), name: nameOf(row), more: more && ((onDone) => more(row, onDone)) }}
        />
      ),
    },
  ];
}
