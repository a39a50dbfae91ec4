import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { planJob, planReply, planSummary, type PlanJobReply } from '#contracts/api/reassortment-jobs.ts';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { HOUSE_CUSTOMER } from '#contracts/reassortment/reassortment.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { fileInBase64 } from '../components/file-base64.ts';
import { FailedState } from '../components/failed-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import { BinGrid } from './bin-grid.tsx';
import { ChooseFile } from '../components/choose-file.tsx';
import { gridOfBins } from './grid-of-bins.ts';
import { Locks } from './locks.tsx';
import { PlanProgress } from './plan-progress.tsx';
import { PlanView } from './plan-view.tsx';
import { Section } from './section.tsx';
import { UnreadableRows } from './unreadable-rows.tsx';
import { stonesOf, usePlan } from './use-plan.ts';
import { useBins } from './use-templates.ts';
import { WithTemplates } from './with-templates.tsx';
import styles from './reassort.module.css';

/** A customer's current stock against an ideal inventory, and the plan that follows from it (product: Reassort screen). */
export function StockView({ customerId }: { customerId: number }) {
  const View = customerId === HOUSE_CUSTOMER ? HouseStock : CustomerStock;
  return (
    <WithTemplates customerId={customerId}>
      {({ template, choice }) =>
        template ? (
          <View key={template.id} customerId={customerId} template={template} choice={choice} />
        ) : (
          <StateMessage heading="There is no ideal inventory yet">
            Load one under Ideal Inventory: the current stock is compared with it.
          </StateMessage>
        )
      }
    </WithTemplates>
  );
}

type StockProps = { customerId: number; template: BinTemplate; choice: ReactNode };

/** The house's stock is its live inventory (rule: House stock). */
function HouseStock({ customerId, template, choice }: StockProps) {
  const [asked, setAsked] = useState(false);
  const bins = useBins(customerId, asked ? template.id : undefined);
  return (
    <section className={styles['section']}>
      <div className={styles['buttons']}>
        {choice}
        <Button
          look="primary"
          busy={bins.isFetching}
          onClick={() => {
            if (asked) void bins.refetch();
            setAsked(true);
          }}
        >
          Check Current Stock
        </Button>
      </div>
      {bins.error && bins.data && (
        <FailedState error={bins.error} what="The current stock" onRetry={() => void bins.refetch()} />
      )}
      {asked && (
        <Loaded query={bins} noun="stock" height={240}>
          {(found) => <BinGrid label={template.idealInventoryName} bins={gridOfBins(found)} />}
        </Loaded>
      )}
    </section>
  );
}

function CustomerStock({ customerId, template, choice }: StockProps) {
  const client = useQueryClient();
  const { busy, act } = useAct();
  const [asked, setAsked] = useState<string | null>(null);
  // Also one that was asked for on an earlier visit, or by a colleague.
  const jobsKey = useMemo(() => ['reassort', customerId, 'jobs'], [customerId]);
  const { data: jobs } = useQuery({
    queryKey: jobsKey,
    queryFn: () => call('/api/reassortment/jobs', z.array(planJob), { method: 'GET', customer: customerId }),
  });
  const jobId = asked ?? jobs?.find(({ templateId }) => templateId === template.id)?.id;
  const plans = useQuery({
    queryKey: ['reassort', customerId, 'plans'],
    queryFn: () =>
      call('/api/reassortment/plans', z.array(planSummary), { method: 'GET', customer: customerId }),
  });
  const own = plans.data?.filter(({ templateId }) => templateId === template.id) ?? [];
  const { data: newest } = usePlan(customerId, own[0]?.id);
  const readAgain = useCallback(
    () => client.invalidateQueries({ queryKey: ['reassort', customerId] }),
    [client, customerId],
  );
  const planEnded = useCallback(() => {
    setAsked(null);
    client.setQueryData(jobsKey, []);
    void readAgain();
  }, [client, jobsKey, readAgain]);
  /** A call that answers the plan, or the job that makes it. */
  const planBy = async (path: string, body: object): Promise<void> => {
    try {
      const answer = await call(path, z.union([planReply, planJob]), { body, customer: customerId });
      if (isJob(answer)) setAsked(answer.id);
      else client.setQueryData(['reassort', customerId, 'plan', answer.id], answer);
    } finally {
      // The stock is recorded before its plan is made: it is there although the plan failed.
      await readAgain();
    }
  };
  const upload = (file: File): void =>
    void act('upload', async () => {
      const body = { templateId: template.id, excelBody: await fileInBase64(file) };
      await planBy('/reassortment/reassortexcel', body);
      return 'Current Stock Loaded';
    });
  const planAgain = (): Promise<boolean> =>
    act('plan', async () => {
      await planBy('/api/reassortment/plans', { templateId: template.id });
      return 'The plan is being made from the current stock.';
    });
  const { stock } = template;
  return (
    <>
      <Section title="Current stock">
        <div className={styles['buttons']}>
          {choice}
          <ChooseFile
            label="Upload Current Stock"
            accept=".xlsx"
            primary
            busy={busy === 'upload' ? 'Uploading…' : null}
            onFile={upload}
          />
          {stock && (
            <Button busy={busy === 'plan'} onClick={() => void planAgain()}>
              Plan again
            </Button>
          )}
        </div>
        <p>
          {stock
            ? `${formatNumberOf(stock.rows, ['row', 'rows'])}, of which ${stock.unreadable} cannot be read.`
            : 'No stock was uploaded for this ideal inventory yet.'}
        </p>
        {jobId !== undefined && <PlanProgress customerId={customerId} jobId={jobId} onEnd={planEnded} />}
      </Section>
      {stock && stock.unreadable > 0 && (
        <UnreadableRows
          // What was typed is of this file's rows, mended or not: another one has others.
          key={stock.fileHash}
          customerId={customerId}
          templateId={template.id}
          fileHash={stock.fileHash}
          onMended={() => void planAgain()}
        />
      )}
      {stock && <Locks customerId={customerId} template={template} names={newest ? stonesOf(newest) : []} />}
      <Loaded query={plans} noun="plans">
        {() => own[0] && <PlanView customerId={customerId} template={template} plans={own} />}
      </Loaded>
    </>
  );
}

const isJob = (answer: object): answer is PlanJobReply => 'state' in answer;
