import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../components/button/button.tsx';
import { TextArea } from '../components/field/field.tsx';
import { DialogFrame } from '../components/overlay/dialog-frame.tsx';
import { messageOf } from '../formats/message-of.ts';
import type { Correction, CorrectionCalls } from './correction.ts';
import { Effect } from './effect.tsx';
import { usePreview, type Preview } from './use-preview.ts';
import styles from './corrections.module.css';

type ConfirmCorrectionProps = CorrectionCalls & {
  question: string;
  /** What is corrected, in words. */
  about: string;
  /** Null while what is typed is no correction yet. */
  correction: Correction | null;
  /** The problem shown when it is submitted anyway; and the words shown in place of the effect. */
  incomplete?: string;
  waitsFor?: string;
  /** A reason is required. */
  reasonNeeded?: boolean;
  draft?: string;
  onDraft?: (reason: string) => void;
  /** Fields of its own, which show the problem and call when they change. */
  children?: (problem: string | null, changed: () => void) => ReactNode;
  /** What is corrected has changed since it was shown: its effect is worked out and asked again. */
  onChanged?: (() => void) | undefined;
  onDone: () => void;
  onClose: () => void;
};

/** Asks before a correction and shows its effect first: status, holdings, bills and statements (rule: Preview). */
export function ConfirmCorrection({
  question,
  about,
  correction,
  incomplete = '',
  waitsFor,
  reasonNeeded = false,
  draft = '',
  onDraft,
  preview,
  correct,
  hasChanged,
  children,
  onChanged,
  onDone,
  onClose,
}: ConfirmCorrectionProps) {
  const [reason, setReason] = useState(draft);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [lacksReason, setLacksReason] = useState(false);
  const effect = usePreview(correction, preview);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!correction) return setRefusal(incomplete);
    if (reasonNeeded && reason.trim() === '') return setLacksReason(true);
    setBusy(true);
    try {
      await correct(correction, { reason: reason.trim(), seen: effect.effect?.seen });
      onDone();
    } catch (error) {
      setRefusal(messageOf(error));
      if (!hasChanged(error)) return;
      effect.again();
      onChanged?.();
    } finally {
      setBusy(false);
    }
  };
  const problem = refusal ?? (effect.error === undefined ? null : messageOf(effect.error));
  return (
    <DialogFrame
      title={question}
      maxWidth="md"
      busy={busy}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
      buttons={
        <>
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
        </>
      }
    >
      <p>{about}</p>
      {children?.(problem, () => setRefusal(null))}
      <TextArea
        label="Reason"
        maxLength={2000}
        value={reason}
        problem={lacksReason ? 'Say why.' : null}
        onChange={({ target: { value } }) => {
          setLacksReason(false);
          setReason(value);
          onDraft?.(value);
        }}
      />
      {!children && problem !== null && <p role="alert">{problem}</p>}
      {effect.error !== undefined && <Button onClick={effect.again}>Try again</Button>}
      <EffectBox preview={effect} waitsFor={correction ? undefined : waitsFor} />
    </DialogFrame>
  );
}

function EffectBox({
  preview: { effect, pending },
  waitsFor,
}: {
  preview: Preview;
  waitsFor: string | undefined;
}) {
  return (
    <div className={styles['effect']} role="status" aria-label="What it would change" aria-busy={pending}>
      {effect ? <Effect effect={effect} /> : (waitsFor ?? (pending && 'Working out what it would change …'))}
    </div>
  );
}
