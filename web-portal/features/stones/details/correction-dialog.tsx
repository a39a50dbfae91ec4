import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { Dialog } from '#web-shared/components/overlay/dialog.tsx';
import type { CorrectionPreview } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { HISTORY_NAMES } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { useDraft } from '../../../lib/saved-state.ts';
import { useSession } from '../../../lib/session.ts';
import type { ParcelDetails } from '../api/get-details.ts';
import { useCorrectEntry, usePreviewCorrection, withCommandId } from '../api/correct-entry.ts';
import { CorrectionEffect } from './correction-effect.tsx';
import { instantOf, localInput } from './date-input.ts';
import styles from './history.module.css';

type CorrectionDialogProps = {
  line: Line;
  parcelName: string;
  correctable: NonNullable<ParcelDetails['correctable']>;
  kind: 'undo' | 'date';
  onClose: () => void;
};

/** Undo or back-date the last entry: its effect is shown before it is confirmed (rule: Preview). */
export default function CorrectionDialog({
  line,
  parcelName,
  correctable,
  kind,
  onClose,
}: CorrectionDialogProps) {
  const [newDate, setNewDate] = useState<string | null>(null);
  if (kind === 'date' && newDate === null)
    return <DateDialog correctable={correctable} onDate={setNewDate} onClose={onClose} />;
  return (
    <Confirmation
      line={line}
      parcelName={parcelName}
      correctable={correctable}
      newDate={newDate}
      onClose={onClose}
    />
  );
}

function DateDialog({
  correctable,
  onDate,
  onClose,
}: Pick<CorrectionDialogProps, 'correctable' | 'onClose'> & { onDate: (instant: string) => void }) {
  const [typed, setTyped] = useState(localInput(correctable.date));
  const [asked, setAsked] = useState(false);
  const instant = instantOf(typed);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (instant !== null) onDate(instant);
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="change-date">
      <form className={styles['dialog']} onSubmit={submit} noValidate>
        <h2 id="change-date">Change date</h2>
        <Field
          label={`Date of “${HISTORY_NAMES[correctable.action]}”`}
          type="datetime-local"
          autoFocus
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          hint={`Now: ${formatMoment(correctable.date)}`}
          problem={asked && instant === null ? 'Not a valid date.' : null}
        />
        <div className={styles['buttons']}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Continue
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Confirmation({
  line,
  parcelName,
  correctable,
  newDate,
  onClose,
}: Omit<CorrectionDialogProps, 'kind'> & { newDate: string | null }) {
  const { user } = useSession();
  const [reason, setReason] = useDraft(user.username, `reason:${parcelName}`);
  const { mutate: ask } = usePreviewCorrection(line);
  const correct = useCorrectEntry(line);
  const [effect, setEffect] = useState<CorrectionPreview | null>(null);
  const { action } = correctable;
  const correction = { parcelName, action, ...(newDate !== null && { newDate }) };

  // A refusal is told in a toast; there is then nothing to confirm.
  const askForEffect = useEffectEvent(() =>
    ask({ ...correction, remarks: '' }, { onSuccess: setEffect, onError: onClose }),
  );
  useEffect(() => askForEffect(), []);

  return (
    <ConfirmDialog
      question={
        newDate === null
          ? 'Are you sure you want to delete this event?'
          : `Change this event's date to ${formatMoment(newDate)}?`
      }
      comment={reason}
      onComment={setReason}
      waiting={effect === null}
      onNo={onClose}
      onYes={async (remarks) => {
        const corrected = correct.mutateAsync(withCommandId({ ...correction, remarks }));
        const [outcome] = await Promise.allSettled([corrected]);
        if (outcome.status === 'fulfilled') setReason(''); // a refusal has been told, and the reason stays for another try
        onClose();
      }}
    >
      <p>
        <strong>{HISTORY_NAMES[action]}</strong> of {formatMoment(correctable.date)}
      </p>
      {effect ? <CorrectionEffect effect={effect} /> : <Skeleton height={64} />}
    </ConfirmDialog>
  );
}
