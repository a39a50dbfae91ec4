import { useMemo } from 'react';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { shapeKeysOf } from '../../../lib/attributes.ts';
import { withShapeNames } from '../../../lists/desire-row.ts';
import type { ListRow } from '../../../lists/list-row.ts';

type Shapes = Pick<AttributeLists, 'shapes'>;

/** Rows in which the desires ask for shapes by name; the same array where there are none. */
export function useNamedRows(rows: readonly ListRow[], { shapes }: Shapes): readonly ListRow[] {
  return useMemo(() => {
    if (!rows.some(({ wanted }) => wanted)) return rows;
    const { nameOf } = shapeKeysOf({ shapes });
    return rows.map((row) => withShapeNames(row, nameOf));
  }, [rows, shapes]);
}
