import type { ReportRunReply } from '#contracts/api/reports.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import ConfirmDialog from '#web-shared/components/confirm-dialog/confirm-dialog.tsx';
import { progressOf } from './report-progress.ts';
import styles from './reports-dialog.module.css';

const QUESTION = 'Generate a set of fresh reports? This takes 1-2 minutes.';

/** Asks before a report is made, and offers the reports made before. */
export default function ReportsDialog({
  runs,
  onSave,
  onYes,
  onNo,
}: {
  runs: readonly ReportRunReply[];
  onSave: (run: ReportRunReply) => void;
  onYes: () => void;
  onNo: () => void;
}) {
  return (
    <ConfirmDialog question={QUESTION} onYes={onYes} onNo={onNo}>
      <p>You&apos;ll receive an email when finished. Reports are kept for 30 days.</p>
      {runs.length > 0 && (
        <ul className={styles['runs']} aria-label="Your reports">
          {runs.map((run) => (
            <li key={run.id}>
              <span>{run.fileName}</span>
              {run.state === 'DONE' ? (
                <Button onClick={() => onSave(run)}>Download</Button>
              ) : (
                <small role="status">{progressOf(run) ?? run.failure}</small>
              )}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
