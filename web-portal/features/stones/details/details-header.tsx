import type { ReactNode } from 'react';
import { StatusChip, TierChip } from '#web-shared/components/chip/chip.tsx';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { headingOf } from '../../../lists/stone-facts.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { useListSlots } from '../../../lists/slots.ts';
import styles from './stone-page.module.css';

type DetailsHeaderProps = {
  /** 'Diamond Details'. */
  title: string;
  row: ListRow;
  /** As its status reads in the list that it is a row of. */
  where: 'requestable' | 'past';
  /** More buttons. */
  children?: ReactNode;
};

/** The kind, name and status of a stone or piece, and the buttons that open more of it. */
export function DetailsHeader({ title, row, where, children }: DetailsHeaderProps) {
  const { ClientLink } = useListSlots();
  return (
    <header className={styles['head']}>
      <div>
        <p className={styles['kind']}>{title}</p>
        <h1>{row.parcelName}</h1>
        <p className={styles['sub']}>
          {headingOf(row)}
          {row.tier && (
            <>
              {' '}
              · <TierChip tier={row.tier} />
            </>
          )}
        </p>
      </div>
      <div className={styles['corner']}>
        <StatusChip status={row.status} where={where} />
        {children}
        <ClientLink rows={[row]} />
        <IconButton icon="print" label="Print" onClick={() => window.print()} />
      </div>
    </header>
  );
}
