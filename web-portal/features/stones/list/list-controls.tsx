import { IconButton } from '#web-shared/components/button/button.tsx';
import { ChoiceSwitch } from '../../../components/choice-switch/choice-switch.tsx';
import type { DataTable } from '../../../components/data-table/use-data-table.ts';
import { copyText } from '../../../lib/copy-text.ts';
import type { ListId } from '../../../lists/list-kinds.ts';
import { linkTo } from './shared-filters.ts';
import styles from '../../../lists/list-page/list-page.module.css';

/** Copies a link to the list with its filters and order. */
export function ShareButton<Row>({ id, table }: { id: ListId; table: DataTable<Row> }) {
  return (
    <IconButton
      icon="link"
      label="Copy link to these filters"
      onClick={() => void copyText(linkTo(id, table), 'link')}
    />
  );
}

const VIEWS = [
  ['table', 'Table'],
  ['gallery', 'Gallery'],
] as const;

/** Table or gallery. */
export function ViewSwitch<Row>({ table }: { table: DataTable<Row> }) {
  return (
    <ChoiceSwitch
      className={styles['views']}
      label="View"
      choices={VIEWS}
      chosen={table.view}
      onChoose={table.setView}
    />
  );
}
