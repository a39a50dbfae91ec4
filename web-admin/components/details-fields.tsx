import type { DocumentDetails } from '#contracts/api/finance.ts';
import { Field, TextArea } from '#web-shared/components/field/field.tsx';

type DetailsFieldsProps = { details: DocumentDetails; onChange: (details: DocumentDetails) => void };

/** What stands on documents beside the name, of the house or of a customer. */
export function DetailsFields({ details, onChange }: DetailsFieldsProps) {
  return (
    <>
      <TextArea
        label="Address on documents"
        rows={3}
        value={details.address}
        onChange={({ target }) => onChange({ ...details, address: target.value })}
      />
      <Field
        label="Registration number"
        value={details.registration}
        onChange={({ target }) => onChange({ ...details, registration: target.value })}
      />
      <TextArea
        label="Bank lines"
        rows={3}
        value={details.bankLines}
        onChange={({ target }) => onChange({ ...details, bankLines: target.value })}
      />
    </>
  );
}
