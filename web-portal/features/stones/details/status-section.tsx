import { yesNo } from '#contracts/stone-lists/readings.ts';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { useSession } from '../../../lib/session.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { Section } from './facts.tsx';
import { memoFacts } from './memo-facts.tsx';

type StatusSectionProps = {
  row: ListRow;
  /** As its status reads in the list that it is a row of. */
  where: 'requestable' | 'past';
};

/** A parcel's status, and where it is for administrators (product: Stone details; product: Piece details). */
export function StatusSection({ row, where }: StatusSectionProps) {
  const { administrator } = useSession();
  return (
    <Section
      title="Status"
      facts={[
        ['Status', <StatusChip key="status" status={row.status} where={where} />],
        ...memoFacts(row),
        ['In cart', yesNo(row.inCart)],
        ['Last updated', formatMoment(row.lastUpdated)],
        ...(administrator ? [['Department', row.location] as const] : []),
      ]}
    />
  );
}
