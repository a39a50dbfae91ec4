import type { OpenedBill } from '#contracts/api/bills.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { DownloadButton } from '../components/download-button.tsx';
import styles from './bills.module.css';

/** The files of a bill as the customer gets them, each to download. */
export function BillDocuments({ documents }: Pick<OpenedBill, 'documents'>) {
  return (
    <Section title="Documents">
      {documents.length === 0 && (
        <p className={styles['quiet']}>Not drawn yet. Create on the Billing page draws them.</p>
      )}
      <div className={styles['cuts']}>
        {documents.map(({ invoiceId, fileName }) => (
          <DownloadButton key={invoiceId} path={`/api/invoices/${invoiceId}/file`} working="Downloading…">
            {fileName}
          </DownloadButton>
        ))}
      </div>
    </Section>
  );
}
