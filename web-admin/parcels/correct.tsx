import { useState } from 'react';
import type { Timeline } from '#contracts/api/history.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import CorrectionDialog, { type CorrectionKind } from '#web-shared/corrections/correction-dialog.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { entryName } from '../components/entry-name.ts';
import { correctionCalls } from './correction-calls.ts';

type CorrectProps = {
  timeline: Timeline;
  correctable: NonNullable<Timeline['correctable']>;
  /** Corrected, or changed by another meanwhile: the parcel is read again. */
  onChanged: () => void;
};

/** Undo and change date of the last live entry, when it is an intent (rule: Corrections). */
export function Correct({ timeline, correctable, onChanged }: CorrectProps) {
  const { line, parcelName } = timeline;
  const { eventId, action, date } = correctable;
  const [kind, setKind] = useState<CorrectionKind | null>(null);
  const done = (): void => {
    setKind(null);
    toastSuccess(
      kind === 'undo' ? 'Undone. The history shows both.' : 'Date changed. The history shows both.',
    );
    onChanged();
  };
  return (
    <>
      <Button onClick={() => setKind('undo')}>Undo</Button>
      <Button onClick={() => setKind('change date')}>Change date</Button>
      {kind && (
        <CorrectionDialog
          kind={kind}
          target={{ line, parcelName, action, eventId }}
          about={`${entryName(action)} of ${parcelName}, ${formatMoment(date)}`}
          {...correctionCalls}
          onChanged={onChanged}
          onDone={done}
          onClose={() => setKind(null)}
        />
      )}
    </>
  );
}
