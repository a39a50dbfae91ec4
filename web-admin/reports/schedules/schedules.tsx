import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { reportSchedule, type ReportScheduleReply } from '#contracts/api/report-schedules.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { FailedState } from '../../components/failed-state.tsx';
import { useAct } from '../../components/use-act.ts';
import { call } from '../../providers/http-client.ts';
import { useGet } from '../../providers/use-get.ts';
import styles from '../reports.module.css';
import { ScheduleForm } from './schedule-form.tsx';
import { dayWords } from './schedule-words.ts';

const PATH = '/api/report-schedules';

/** Which reports are mailed, when and to which users; for administrators (rule: Reports by mail). */
export function Schedules() {
  const client = useQueryClient();
  /** 'ended': the form was open, and its button gets the focus back. */
  const [form, setForm] = useState<'closed' | 'open' | 'ended'>('closed');
  const { busy, act } = useAct();
  const { data, error, refetch } = useGet(PATH, z.array(reportSchedule));
  const again = () => client.invalidateQueries({ queryKey: [PATH] });
  const remove = ({ id }: ReportScheduleReply): void =>
    void act('remove', async () => {
      await call(`${PATH}/${id}`, z.object({ id: z.string() }), { method: 'DELETE' });
      await again();
      return 'The report is no longer mailed.';
    });
  return (
    <Section title="Sent by mail">
      <p className={styles['about']}>
        The workbook of the week or month that has ended. Sales reps get it without cost.
      </p>
      {error && <FailedState error={error} what="What is sent by mail" onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className="nothing">No report is sent by mail.</p>}
      {data && data.length > 0 && (
        <PlainTable label="Sent by mail" head={['When', 'To', 'Cost', 'Next', 'Action']}>
          {data.map((schedule) => (
            <tr key={schedule.id}>
              <th scope="row">{dayWords(schedule)}</th>
              <td>{schedule.recipients.join(', ')}</td>
              <td>{schedule.withCost ? 'With cost to administrators' : 'Without cost'}</td>
              <td>{formatMoment(schedule.nextAt)}</td>
              <td>
                <Button
                  busy={busy !== null}
                  aria-label={`Remove: ${dayWords(schedule)}`}
                  onClick={() => remove(schedule)}
                >
                  Remove
                </Button>
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {form === 'open' ? (
        <ScheduleForm
          onEnd={() => {
            setForm('ended');
            void again();
          }}
        />
      ) : (
        <p>
          <Button autoFocus={form === 'ended'} onClick={() => setForm('open')}>
            Send a report by mail
          </Button>
        </p>
      )}
    </Section>
  );
}
