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
  /** Corrected, or changed by another meanwhile: the parcel is read again. */
  onChanged: () => void;
};

type Correcting = { kind: CorrectionKind; entry: NonNullable<Timeline['correctable']> };

/** Undo and change date of the last live entry, when it is an intent (rule: Corrections). */
export function Correct({ timeline, onChanged }: CorrectProps) {
  const { line, parcelName, correctable } = timeline;
  // As it was when it was pressed: what happens meanwhile closes no dialog; the server then refuses, and says why.
  const [correcting, setCorrecting] = useState<Correcting | null>(null);
  const done = (): void => {
    setCorrecting(null);
    toastSuccess(
      correcting?.kind === 'undo'
        ? 'Undone. The history shows both.'
        : 'Date changed. The history shows both.',
    );
    onChanged();
  };
  return (
    <>
      {correctable && (
        <>
          <Button onClick={() => setCorrecting({ kind: 'undo', entry: correctable })}>Undo</Button>
          <Button onClick={() => setCorrecting({ kind: 'change date', entry: correctable })}>
            Change date
          </Button>
        </>
      )}
      {correcting && (
        <CorrectionDialog
          kind={correcting.kind}
          target={{
            line,
            parcelName,
            action: correcting.entry.action,
            eventId: correcting.entry.eventId,
          }}
          about={`${entryName(correcting.entry.action)} of ${parcelName}, ${formatMoment(correcting.entry.date)}`}
          {...correctionCalls}
          onChanged={onChanged}
          onDone={done}
          onClose={() => setCorrecting(null)}
        />
      )}
    </>
  );
}
