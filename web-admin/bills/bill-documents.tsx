import type { OpenedBill } from '#contracts/api/bills.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { useAct } from '../components/use-act.ts';
import { download } from '../providers/http-client.ts';
import styles from './bills.module.css';

/** The files of a bill as the customer gets them, each to download. */
export function BillDocuments({ documents }: Pick<OpenedBill, 'documents'>) {
  const { busy, act } = useAct();
  return (
    <Section title="Documents">
      {documents.length === 0 && (
        <p className={styles['quiet']}>Not drawn yet. Create on the Billing page draws them.</p>
      )}
      <div className={styles['cuts']}>
        {documents.map(({ invoiceId, fileName }) => (
          <Button
            key={invoiceId}
            busy={busy !== null}
            onClick={() =>
              void act(
                fileName,
                async () =>
                  `${await download(`/api/invoices/${invoiceId}/file`, { method: 'GET' })} was saved.`,
              )
            }
          >
            {busy === fileName ? 'Downloading…' : fileName}
          </Button>
        ))}
      </div>
    </Section>
  );
}
