import { useState } from 'react';
import { HouseTimeField, isHouseTime } from '../components/field/date-fields.tsx';
import { formatMoment } from '../formats/moments.ts';
import { ConfirmCorrection } from './confirm-correction.tsx';
import type { CorrectionCalls, EntryCorrection } from './correction.ts';

export type CorrectionKind = 'undo' | 'change date';

type CorrectionDialogProps = CorrectionCalls & {
  kind: CorrectionKind;
  /** The entry to correct, as the server named it. */
  target: Pick<EntryCorrection, 'line' | 'parcelName' | 'action' | 'eventId'>;
  /** The entry in words: 'Request of VTR-1, Nov 3, 2026 9:30 AM'. */
  about: string;
  /** The reason as it was left when the dialog was last closed, and where each change of it is kept. */
  draft?: string;
  onDraft?: (reason: string) => void;
  /** What stands around the dialog is to be read again: it has changed since it was shown. */
  onChanged?: (() => void) | undefined;
  onDone: () => void;
  onClose: () => void;
};

/** Undo, or change date, of a parcel's last entry. Its texts are fixed (product: Undo and back-date). */
export default function CorrectionDialog({ kind, target, ...rest }: CorrectionDialogProps) {
  const [newDate, setNewDate] = useState('');
  const changing = kind === 'change date';
  if (!changing)
    return (
      <ConfirmCorrection
        {...rest}
        question="Are you sure you want to delete this event?"
        correction={target}
      />
    );
  const valid = isHouseTime(newDate);
  return (
    <ConfirmCorrection
      {...rest}
      question={valid ? `Change this event's date to ${formatMoment(newDate)}?` : "Change this event's date"}
      correction={valid ? { ...target, newDate } : null}
      incomplete="Not a valid date."
      waitsFor="Choose a date to see what it would change."
    >
      {(problem, changed) => (
        <HouseTimeField
          label="New date"
          value={newDate}
          problem={problem}
          onChange={(wallTime) => {
            changed();
            setNewDate(wallTime);
          }}
        />
      )}
    </ConfirmCorrection>
  );
}
