import { useState } from 'react';
import { ListBase, useListContext, useRedirect } from 'react-admin';
import {
  feedRunResource,
  vendorInventoryRequest,
  type FeedRunResource,
} from '#contracts/api/vendor-feeds.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { DropFile } from '../../components/drop-file/drop-file.tsx';
import { FailedState } from '../../components/failed-state.tsx';
import { refreshedEvery } from '../../components/list-page/failures-in-place.ts';
import { ListSkeleton } from '../../components/list-page/list-skeleton.tsx';
import { PagerWhenMany } from '../../components/list-page/pager-when-many.tsx';
import { RecordTable } from '../../components/record-table/record-table.tsx';
import { useAct } from '../../components/use-act.ts';
import { FEED_RUN_COLUMNS } from '../feed-runs/feed-run-columns.tsx';
import { KINDS } from '../feed-runs/feed-run-words.ts';
import { call } from '../../providers/http-client.ts';
import { sendFeedFile } from '../mapping/send-feed-file.ts';
import { VendorPage } from '../vendor-page.tsx';
import styles from '../vendors.module.css';
import { sendInventory } from './judge.ts';

/** Stock classification: a file to classify, the accept/reject sheet, and the readings so far (product: Vendors screen). */
export function StockPage() {
  return (
    <VendorPage current="/stock">
      {({ vendorId, additionsOnly }) => (
        <>
          <ClassifyStock vendorId={vendorId} additionsOnly={additionsOnly} />
          <AcceptReject vendorId={vendorId} />
          <Section title="Feed runs">
            <Runs vendorId={vendorId} />
          </Section>
        </>
      )}
    </VendorPage>
  );
}

type Kind = FeedRunResource['kind'];
const KIND_CHOICES = Object.entries(KINDS);

/** Keeps the file and classifies it; nothing is applied by it. */
function ClassifyStock({ vendorId, additionsOnly }: { vendorId: number; additionsOnly: boolean }) {
  const [chosen, setChosen] = useState<Kind>('FULL');
  const kind = additionsOnly ? 'ADDITIONS' : chosen;
  const { busy, act } = useAct();
  const redirect = useRedirect();
  const classify = (file: File): void =>
    void act('classify', async () => {
      const { fileId, fileName } = await sendFeedFile(vendorId, file);
      const body = { vendorId, fileId, fileName, kind };
      const run = await call('/api/feed-runs', feedRunResource, { body });
      redirect('show', 'feed-runs', run.id);
      return `${fileName} is being classified.`;
    });
  return (
    <Section title="Classify stock">
      <div className={styles['upload']}>
        {!additionsOnly && (
          <Select
            label="The file is"
            value={kind}
            choices={KIND_CHOICES}
            onChange={(value) => setChosen(value === 'ADDITIONS' ? 'ADDITIONS' : 'FULL')}
          />
        )}
        <DropFile
          label="Upload stock"
          hint={
            kind === 'FULL'
              ? 'Drop the vendor’s whole stock here (.csv or .xlsx). You see what would change before anything is applied.'
              : 'Drop a list of additional stones here (.csv or .xlsx). No stones are withdrawn.'
          }
          accept=".csv,.txt,.tsv,.xlsx"
          busy={busy === null ? null : 'Sending…'}
          onFile={classify}
        />
      </div>
    </Section>
  );
}

/** The accept/reject sheet: its rows of this vendor are sent (product: Vendor accept/reject row). */
function AcceptReject({ vendorId }: { vendorId: number }) {
  const { busy, act } = useAct();
  const upload = (file: File): void =>
    void act('sheet', async () => {
      const path = `/api/vendors/${vendorId}/inventory-sheet`;
      await sendInventory(vendorId, await call(path, vendorInventoryRequest, { body: file }));
      return 'Update successful.';
    });
  return (
    <Section title="Accept or reject by spreadsheet">
      <div className={styles['upload']}>
        <DropFile
          label="Upload accept/reject sheet"
          hint="A run’s workbook, edited: vendor, parcel name, new status (Accept or Reject), comments, override tier."
          accept=".xlsx"
          busy={busy === null ? null : 'Reading…'}
          onFile={upload}
        />
      </div>
    </Section>
  );
}

function Runs({ vendorId }: { vendorId: number }) {
  return (
    <ListBase
      resource="feed-runs"
      filter={{ vendorId }}
      sort={{ field: 'requestedAt', order: 'DESC' }}
      perPage={25}
      disableSyncWithLocation
      storeKey={`feed runs of ${vendorId}`}
      exporter={false}
      queryOptions={refreshedEvery(5)}
    >
      <RunTable />
    </ListBase>
  );
}

function RunTable() {
  const { data, error, total = 0, isPending, refetch } = useListContext<FeedRunResource>();
  if (isPending && !error) return <ListSkeleton />;
  if (error && !data)
    return <FailedState error={error} what="The feed runs" onRetry={() => void refetch()} />;
  if (total === 0) return <p role="status">No file of this vendor was classified yet.</p>;
  return (
    <>
      <p role="status">{formatNumberOf(total, ['feed run', 'feed runs'])}</p>
      <RecordTable label="Feed runs" columns={FEED_RUN_COLUMNS} opens="show" />
      <PagerWhenMany />
    </>
  );
}
