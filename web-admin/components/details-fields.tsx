import type { DocumentDetails } from '#contracts/api/finance.ts';
import { Field, TextArea } from '#web-shared/components/field/field.tsx';

type DetailsFieldsProps = { details: DocumentDetails; onChange: (details: DocumentDetails) => void };

/** The label of each of them. */
export const DETAILS_LABELS = {
  address: 'Address on documents',
  registration: 'Registration number',
  bankLines: 'Bank lines',
} as const;

/** What stands on documents beside the name, of the house or of a customer. */
export function DetailsFields({ details, onChange }: DetailsFieldsProps) {
  return (
    <>
      <TextArea
        label={DETAILS_LABELS.address}
        rows={3}
        value={details.address}
        onChange={({ target }) => onChange({ ...details, address: target.value })}
      />
      <Field
        label={DETAILS_LABELS.registration}
        value={details.registration}
        onChange={({ target }) => onChange({ ...details, registration: target.value })}
      />
      <TextArea
        label={DETAILS_LABELS.bankLines}
        rows={3}
        value={details.bankLines}
        onChange={({ target }) => onChange({ ...details, bankLines: target.value })}
      />
    </>
  );
}
