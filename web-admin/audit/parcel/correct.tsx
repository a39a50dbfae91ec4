import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Timeline } from '#contracts/api/history.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { CorrectDialog } from './correct-dialog.tsx';

type CorrectProps = {
  timeline: Timeline;
  correctable: NonNullable<Timeline['correctable']>;
  onCorrected: () => void;
};

/** Undo and change date of the last live entry, when it is an intent (rule: Corrections). */
export function Correct({ timeline, correctable, onCorrected }: CorrectProps) {
  const [asked, setAsked] = useState<'undo' | 'change date' | null>(null);
  const done = (): void => {
    setAsked(null);
    toastSuccess(
      asked === 'undo' ? 'Undone. The history shows both.' : 'Date changed. The history shows both.',
    );
    onCorrected();
  };
  return (
    <>
      <Button onClick={() => setAsked('undo')}>Undo</Button>
      <Button onClick={() => setAsked('change date')}>Change date</Button>
      {asked && (
        <CorrectDialog
          kind={asked}
          timeline={timeline}
          correctable={correctable}
          onDone={done}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
