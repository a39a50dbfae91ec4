import { useId, useState, type FormEvent } from 'react';
import { Button } from '../components/button/button.tsx';
import { HouseTimeField, isHouseTime } from '../components/field/date-fields.tsx';
import { TextArea } from '../components/field/field.tsx';
import { Dialog } from '../components/overlay/dialog.tsx';
import { messageOf } from '../formats/message-of.ts';
import { formatMoment } from '../formats/moments.ts';
import type { Correction, CorrectionCalls } from './correction.ts';
import { Effect } from './effect.tsx';
import { usePreview, type Preview } from './use-preview.ts';
import styles from './corrections.module.css';

export type CorrectionKind = 'undo' | 'change date';

type CorrectionDialogProps = CorrectionCalls & {
  kind: CorrectionKind;
  /** The entry to correct, as the server named it. */
  target: Pick<Correction, 'line' | 'parcelName' | 'action'>;
  /** The entry in words: 'Request of VTR-1, Nov 3, 2026 9:30 AM'. */
  about: string;
  /** The reason as it was left when the dialog was last closed, and where each change of it is kept. */
  draft?: string;
  onDraft?: (reason: string) => void;
  vendorName: (vendorId: number) => string;
  onDone: () => void;
  onClose: () => void;
};

/**
 * Asks before a correction and shows its effect first: status, holdings, bills and statements (rule: Preview). Its
 * texts are fixed (product: Undo and back-date).
 */
export default function CorrectionDialog({
  kind,
  target,
  about,
  draft = '',
  onDraft,
  vendorName,
  preview,
  correct,
  onDone,
  onClose,
}: CorrectionDialogProps) {
  const heading = useId();
  const [newDate, setNewDate] = useState('');
  const [reason, setReason] = useState(draft);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const changing = kind === 'change date';
  const waitsForDate = changing && !isHouseTime(newDate);
  const correction = waitsForDate ? null : changing ? { ...target, newDate } : target;
  const effect = usePreview(correction, preview);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!correction) return setRefusal('Not a valid date.');
    setBusy(true);
    try {
      await correct(correction, reason.trim());
      onDone();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const problem = refusal ?? (effect.error === undefined ? null : messageOf(effect.error));
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="md" fullWidth aria-labelledby={heading}>
      <form className={styles['dialog']} onSubmit={(event) => void submit(event)} noValidate>
        <h2 id={heading}>{questionOf(changing, waitsForDate ? null : newDate)}</h2>
        <p className={styles['about']}>{about}</p>
        {changing && (
          <HouseTimeField
            label="New date"
            value={newDate}
            problem={problem}
            onChange={(wallTime) => {
              setRefusal(null);
              setNewDate(wallTime);
            }}
          />
        )}
        <TextArea
          label="Reason"
          maxLength={2000}
          value={reason}
          onChange={({ target: { value } }) => {
            setReason(value);
            onDraft?.(value);
          }}
        />
        {!changing && problem !== null && (
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
        <EffectBox preview={effect} waitsForDate={waitsForDate} vendorName={vendorName} />
        <div className={styles['buttons']}>
          <Button onClick={onClose} disabled={busy}>
            No
          </Button>
          <Button
            look="primary"
            type="submit"
            busy={busy || effect.pending}
            disabled={effect.error !== undefined}
          >
            Yes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function questionOf(changing: boolean, newDate: string | null): string {
  if (!changing) return 'Are you sure you want to delete this event?';
  return newDate === null
    ? "Change this event's date"
    : `Change this event's date to ${formatMoment(newDate)}?`;
}

function EffectBox({
  preview: { effect, pending },
  waitsForDate,
  vendorName,
}: {
  preview: Preview;
  waitsForDate: boolean;
  vendorName: (vendorId: number) => string;
}) {
  return (
    <div className={styles['effect']} role="status" aria-label="What it would change" aria-busy={pending}>
      {effect ? (
        <Effect effect={effect} vendorName={vendorName} />
      ) : waitsForDate ? (
        'Choose a date to see what it would change.'
      ) : (
        pending && 'Working out what it would change …'
      )}
    </div>
  );
}
