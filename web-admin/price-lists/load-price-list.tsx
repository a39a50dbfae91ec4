import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { priceListCheck, priceListResource, type PriceListCheck } from '#contracts/api/price-lists.ts';
import { formatCount, signed } from '#contracts/vocabulary/counts.ts';
import { formatPrice, formatValue } from '#contracts/vocabulary/money.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { DialogFrame } from '#web-shared/components/overlay/dialog-frame.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { ChooseFile } from '../components/choose-file.tsx';
import { useAct } from '../components/use-act.ts';
import { call, codeOf } from '../providers/http-client.ts';
import styles from './price-lists.module.css';

type Checked = { file: File; check: PriceListCheck };

/** Upload of a price list: checked whole, shown as a difference, loaded once every question is answered with yes. */
export function LoadPriceList() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const { busy, act } = useAct();
  const read = (file: File): void =>
    void act('check', async () => {
      setChecked({ file, check: await call('/api/price-lists/check', priceListCheck, { body: file }) });
      return `${file.name} was checked.`;
    });
  return (
    <>
      <ChooseFile
        label="Upload price list"
        accept=".xlsx,.csv"
        busy={busy && 'Checking…'}
        primary
        onFile={read}
      />
      {checked && <Difference {...checked} onClose={() => setChecked(null)} />}
    </>
  );
}

function Difference({ file, check, onClose }: Checked & { onClose: () => void }) {
  const client = useQueryClient();
  const [yes, setYes] = useState<ReadonlySet<string>>(new Set());
  const { busy, act } = useAct();
  const { date, before, comparedWith, questions, differences } = check;
  const load = async (): Promise<void> => {
    const query = new URLSearchParams({
      fileName: file.name,
      confirmed: [...yes].join(','),
      seen: comparedWith,
    });
    const send = async (): Promise<string> => {
      const list = await call(`/api/price-lists?${query.toString()}`, priceListResource, { body: file });
      await client.invalidateQueries();
      return `${formatCount(list.prices)} prices of ${list.date} are loaded.`;
    };
    /** What is shown is compared with a list that is no longer there: the file is to be checked again. */
    const afterConflict = async (failure: unknown): Promise<false> => {
      if (codeOf(failure) === 'CHANGED_MEANWHILE') {
        onClose();
        await client.invalidateQueries();
      }
      return false;
    };
    const done = await act('load', send, afterConflict);
    if (done) onClose();
  };
  return (
    <DialogFrame
      title={`Price list of ${date}`}
      maxWidth="md"
      busy={busy !== null}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} disabled={busy !== null}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={busy !== null}
            disabled={questions.some(({ reason }) => !yes.has(reason))}
            onClick={() => void load()}
          >
            {busy ? 'Loading…' : 'Load price list'}
          </Button>
        </>
      }
    >
      <p>{sentenceOf(check)}</p>
      <PlainTable
        label="What changes"
        head={['Change', 'Prices', 'Stones in stock', 'Inventory value']}
        figures
      >
        {(
          [
            ['Up', check.up],
            ['Down', check.down],
            ['As they were', check.same],
            ['New', check.added],
            ['Gone', check.gone],
          ] as const
        ).map(([word, { prices, stones, value }]) => (
          <tr key={word}>
            <th scope="row">{word}</th>
            <td>{formatCount(prices)}</td>
            <td>{formatCount(stones)}</td>
            <td>{formatValue(value)}</td>
          </tr>
        ))}
      </PlainTable>
      {questions.length > 0 && (
        <fieldset className={styles['questions']}>
          <legend>To be confirmed</legend>
          {questions.map(({ reason, message }) => (
            <label key={reason}>
              <input
                type="checkbox"
                checked={yes.has(reason)}
                onChange={({ target }) => {
                  const next = new Set(yes);
                  if (target.checked) next.add(reason);
                  else next.delete(reason);
                  setYes(next);
                }}
              />
              {message}
            </label>
          ))}
        </fieldset>
      )}
      {before && differences.length > 0 && (
        <details className={styles['differences']}>
          <summary>The largest differences from {before.date}</summary>
          <PlainTable
            label="The largest differences"
            head={['Price', 'Before', 'New', 'Change', 'Stones']}
            figures
          >
            {differences.map(({ table, from, to, colour, clarity, before: was, after, change, stones }) => (
              <tr key={`${table} ${from} ${colour} ${clarity}`}>
                <th scope="row">
                  {table} {from.toFixed(2)}-{to.toFixed(2)} ct {colour} {clarity}
                </th>
                <td>{was === null ? 'none' : formatPrice(was)}</td>
                <td>{after === null ? 'none' : formatPrice(after)}</td>
                <td>{change === null ? '' : signed(change, formatPercent)}</td>
                <td>{formatCount(stones)}</td>
              </tr>
            ))}
          </PlainTable>
        </details>
      )}
    </DialogFrame>
  );
}

function sentenceOf({ date, prices, before }: PriceListCheck): string {
  const count = `${formatCount(prices)} prices`;
  if (!before) return `${count}; there is no earlier list.`;
  return before.date === date
    ? `${count}; it replaces the list of the same date.`
    : `${count}, against ${formatCount(before.prices)} of ${before.date}.`;
}
