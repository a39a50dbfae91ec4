import { Options } from '#web-shared/components/field/field.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { ATTRIBUTE_CHOICES, attributeOf } from './attribute-labels.ts';
import type { Heading } from './mapping.ts';
import styles from './mapping.module.css';

type HeadingsTableProps = { headings: readonly Heading[]; onChange: (headings: readonly Heading[]) => void };

/** Each heading of the vendor's file with its first values, and what stands under it (product: Vendor feed column). */
export function HeadingsTable({ headings, onChange }: HeadingsTableProps) {
  const change = (place: number, value: string): void =>
    onChange(
      headings.map((heading, at) =>
        at === place ? { ...heading, attribute: attributeOf(value), suggested: false } : heading,
      ),
    );
  return (
    <PlainTable label="Headings of the file" head={['Heading', 'First values', 'Stands for']}>
      {headings.map(({ heading, samples, attribute, suggested }, place) => (
        <tr key={heading}>
          <th scope="row">{heading}</th>
          <td className={styles['samples']}>{samples.slice(0, 3).join(' · ')}</td>
          <td>
            <select
              className={styles['attribute']}
              aria-label={`${heading} stands for`}
              value={attribute ?? ''}
              onChange={({ target }) => change(place, target.value)}
            >
              <Options choices={ATTRIBUTE_CHOICES} empty="Left aside" />
            </select>
            {suggested && <span className={styles['suggested']}>Suggested</span>}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}
