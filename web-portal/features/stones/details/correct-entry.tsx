import { HISTORY_NAMES } from '#contracts/vocabulary/statuses.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import CorrectionDialog, { type CorrectionKind } from '#web-shared/corrections/correction-dialog.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { useDraft } from '../../../lib/saved-state.ts';
import { useSession } from '../../../lib/session.ts';
import { useCorrectionCalls } from '../api/correct-entry.ts';
import type { ParcelDetails } from '../api/get-details.ts';

type CorrectEntryProps = {
  line: Line;
  parcelName: string;
  correctable: NonNullable<ParcelDetails['correctable']>;
  kind: CorrectionKind;
  onClose: () => void;
};

/** Undo or back-date the stone's last entry; a reason that was not sent is kept. */
export default function CorrectEntry({ line, parcelName, correctable, kind, onClose }: CorrectEntryProps) {
  const { user } = useSession();
  const [reason, setReason] = useDraft(user.username, `reason:${parcelName}`);
  const { eventId, action, date } = correctable;
  return (
    <CorrectionDialog
      kind={kind}
      target={{ line, parcelName, action, eventId }}
      about={`${HISTORY_NAMES[action]} of ${formatMoment(date)}`}
      draft={reason}
      onDraft={setReason}
      {...useCorrectionCalls(line)}
      onDone={() => {
        setReason('');
        onClose();
      }}
      onClose={onClose}
    />
  );
}
