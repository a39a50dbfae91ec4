import { useState, type ChangeEvent, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { CardTools } from './card-tools.tsx';
import { isWriting } from './row-controls.ts';
import type { TableViewProps } from './table-view.tsx';
import styles from './card-view.module.css';

type CardViewProps<Row> = TableViewProps<Row> & {
  /** What a card shows, and whether the mouse is over it; display only, but for what carries `data-action`. */
  renderCard: (row: Row, under: boolean) => ReactNode;
  /** Large cards with pictures, or narrow rows for small screens. */
  look: 'gallery' | 'compact';
};

/** The rows of the page as cards: the gallery, and the list on small screens. */
export function CardView<Row>({
  table,
  label,
  describeRow,
  isSelectable = () => true,
  selects = true,
  onOpen,
  onAction,
  renderCard,
  look,
}: CardViewProps<Row>) {
  const { page, keyOf } = table;
  const [under, setUnder] = useState<string | null>(null);
  const rowOf = (target: EventTarget): Row | undefined => {
    const key =
      target instanceof Element ? target.closest<HTMLElement>('li[data-key]')?.dataset['key'] : undefined;
    return key === undefined ? undefined : page.find((row) => keyOf(row) === key);
  };
  const handleClick = (event: MouseEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row === undefined || !(event.target instanceof Element)) return;
    if (event.target.closest('[data-check]') || isWriting(event.target)) return;
    const pressed = event.target.closest<HTMLElement>('[data-action]');
    if (pressed) onAction?.(pressed.dataset['action'] ?? '', row);
    else onOpen(row);
  };
  const handleCheck = (event: ChangeEvent<HTMLElement>): void => {
    const row = rowOf(event.target);
    if (row !== undefined && selects && isSelectable(row)) table.select([keyOf(row)], !table.isSelected(row));
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape' && !isWriting(event.target)) table.clearNext();
  };
  return (
    <div
      className={styles['scroller']}
      role="presentation"
      onClick={handleClick}
      onChange={handleCheck}
      onKeyDown={handleKey}
    >
      <CardTools table={table} selects={selects} />
      <ul className={styles[look]} aria-label={label}>
        {page.map((row) => {
          const key = keyOf(row);
          const words = describeRow(row);
          return (
            <li
              key={key}
              data-key={key}
              data-selected={table.isSelected(row)}
              className={styles['card']}
              onPointerEnter={(event) => setUnder(event.pointerType === 'mouse' ? key : null)}
              onPointerLeave={() => setUnder(null)}
            >
              {selects && isSelectable(row) && (
                <label className={styles['check']} data-check>
                  <input
                    type="checkbox"
                    readOnly
                    checked={table.isSelected(row)}
                    aria-label={`Select ${words}`}
                  />
                </label>
              )}
              <button type="button" className={styles['open']} aria-label={`Open ${words}`} />
              {renderCard(row, under === key)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
