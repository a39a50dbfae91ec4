import type { Column } from '../../../components/data-table/column.ts';
import type { ListRow } from '../../../lists/list-row.ts';

export type ListColumn = Column<ListRow>;
