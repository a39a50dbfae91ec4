import { FormDataConsumer, useRecordContext } from 'react-admin';
import { AS_SHOWN, countsAsShown } from '../form/changes-of.ts';
import { FlagInput } from '../form/fields.tsx';
import styles from './terms-preview.module.css';

type AsShownProps<Field extends string> = {
  /** The form's fields that are terms, and how they are called. */
  fields: readonly Field[];
  labels: Readonly<Record<Field, string>>;
};

/**
 * The terms that are what they are today, to tick those that count from the form's day as well: today's rate can count
 * from an earlier day, and a change planned for a later day be taken back (rule: Billing terms). A tick ends with the
 * day, and how many count is shown while they are folded away: nothing counts unseen.
 */
export function AsShown<Field extends string>({ fields, labels }: AsShownProps<Field>) {
  const record = useRecordContext();
  return (
    <FormDataConsumer>
      {({ formData }) => {
        if (!formData['effectiveAt']) return null;
        // A record lacks the terms that its reader is not shown.
        const known = fields.filter(
          (field) => record?.[field] !== undefined && formData[field] === record[field],
        );
        const ticked = known.filter((field) => countsAsShown(formData, field)).length;
        return (
          <details className={styles['asShown']}>
            <summary>Terms that apply from this day unchanged{ticked > 0 && `: ${ticked} ticked`}</summary>
            {known.map((field) => (
              <FlagInput
                key={field}
                source={`${AS_SHOWN}.${field}`}
                label={`${labels[field]}: as it is, ${String(record?.[field])}`}
                ticked={record?.[field]}
                forgottenUnseen
              />
            ))}
          </details>
        );
      }}
    </FormDataConsumer>
  );
}
