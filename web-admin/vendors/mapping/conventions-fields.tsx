import { SelectField } from '#web-shared/components/field/field.tsx';
import { AS_FOUND, CONVENTION_FIELDS, CONVENTIONS, type Conventions } from './conventions.ts';
import styles from './mapping.module.css';

type ConventionsFieldsProps = { conventions: Conventions; onChange: (conventions: Conventions) => void };

/** How the vendor writes numbers (rule: Ranges and numbers); what is not fixed is found in each file. */
export function ConventionsFields({ conventions, onChange }: ConventionsFieldsProps) {
  return (
    <div className={styles['conventions']}>
      {CONVENTION_FIELDS.map((field) => {
        const [label, choices] = CONVENTIONS[field];
        return (
          <SelectField
            key={field}
            label={label}
            value={conventions[field] ?? ''}
            empty={AS_FOUND}
            choices={Object.entries(choices)}
            onChange={(value) => onChange({ ...conventions, [field]: value === '' ? null : value })}
          />
        );
      })}
    </div>
  );
}
