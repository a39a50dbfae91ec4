import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import { useId, useState, type FormEvent } from 'react';
import type { Timeline } from '#contracts/api/history.ts';
import type { CorrectionPreview } from '#contracts/api/stones.ts';
import { Field, TextArea } from '#web-shared/components/field/field.tsx';
import { BusyButton } from '../../components/busy-button.tsx';
import { messageOf } from '../../components/failed-state.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { entryName } from '../entry-name.ts';
import { correctHistory } from './correct-history.ts';
import { Effect } from './effect.tsx';
import { vendorNameOf } from './learnt-effect.tsx';
import { usePreview } from './use-preview.ts';
import styles from './parcel.module.css';

type CorrectDialogProps = {
  kind: 'undo' | 'change date';
  timeline: Timeline;
  correctable: NonNullable<Timeline['correctable']>;
  onDone: () => void;
  onClose: () => void;
};

/**
 * Asks before a correction, and shows its effect first: status, holdings, bills and statements (rule:
 * Preview). Its texts are fixed (product: Undo and back-date).
 */
export function CorrectDialog({ kind, timeline, correctable, onDone, onClose }: CorrectDialogProps) {
  const heading = useId();
  const { line, parcelName } = timeline;
  const [newDate, setNewDate] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const changing = kind === 'change date';
  const asked = {
    ...{ line, parcelName, action: correctable.action },
    ...(changing ? { newDate } : {}),
  };
  const preview = usePreview(asked, !changing || isDate(newDate));

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (changing && !isDate(newDate)) return setRefusal('Not a valid date.');
    setBusy(true);
    try {
      await correctHistory(asked, reason.trim());
      onDone();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const problem = refusal ?? (preview.error === undefined ? null : messageOf(preview.error));
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <form className={styles['dialog']} onSubmit={(event) => void submit(event)} noValidate>
        <h2 id={heading}>{questionOf(changing, newDate)}</h2>
        <p className={styles['about']}>
          {entryName(correctable.action)} of {parcelName}, {formatMoment(correctable.date)}
        </p>
        {changing && (
          <Field
            label="New date"
            type="datetime-local"
            hint="In the house's time zone."
            value={newDate}
            problem={problem}
            onChange={(event) => {
              setRefusal(null);
              setNewDate(event.target.value);
            }}
          />
        )}
        <TextArea
          label="Reason"
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {!changing && problem !== null && (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
        <EffectBox preview={preview} timeline={timeline} waitsForDate={changing && !isDate(newDate)} />
        <div className={styles['buttons']}>
          <Button onClick={onClose} disabled={busy}>
            No
          </Button>
          <BusyButton
            type="submit"
            variant="contained"
            busy={busy || preview.pending}
            disabled={preview.error !== undefined}
          >
            Yes
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

function questionOf(changing: boolean, newDate: string): string {
  if (!changing) return 'Are you sure you want to delete this event?';
  return isDate(newDate)
    ? `Change this event's date to ${formatMoment(newDate)}?`
    : "Change this event's date";
}

const isDate = (text: string): boolean => text !== '' && !Number.isNaN(Date.parse(text));

function EffectBox({
  preview: { effect, pending },
  timeline,
  waitsForDate,
}: {
  timeline: Timeline;
  preview: { effect: CorrectionPreview | undefined; pending: boolean };
  waitsForDate: boolean;
}) {
  return (
    <div className={styles['effect']} role="status" aria-label="What it would change" aria-busy={pending}>
      {effect ? (
        <Effect effect={effect} vendorName={(vendorId) => vendorNameOf(timeline, vendorId)} />
      ) : waitsForDate ? (
        'Choose a date to see what it would change.'
      ) : (
        pending && 'Working out what it would change …'
      )}
    </div>
  );
}
