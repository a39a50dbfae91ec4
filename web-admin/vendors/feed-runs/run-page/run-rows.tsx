import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FeedRunResource, FeedRunRow, StockClass } from '#contracts/api/vendor-feeds.ts';
import { formatCount, formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { IconButton } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { JudgeBar } from './judge-bar.tsx';
import { canBeJudged, RowsTable } from './rows-table.tsx';
import { everyRow, ROWS_A_PAGE, useRunRows } from './use-run-rows.ts';
import styles from './run-page.module.css';

type Chosen = ReadonlyMap<string, FeedRunRow>;
const NONE: Chosen = new Map();
const byId = (rows: readonly FeedRunRow[]): Chosen => new Map(rows.map((row) => [row.id, row]));
const ROWS = ['row', 'rows'] as const;

/** The rows of a run, by class and text; those that are chosen are accepted, rejected or given a tier together. */
export function RunRows({ run, shown }: { run: FeedRunResource; shown: StockClass | null }) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<Chosen>(NONE);
  const asked = { runId: run.id, class: shown, q: q.trim() };
  const question = JSON.stringify(asked);
  /** The question of now; null once the rows of another class are shown. */
  const newest = useRef<string | null>(question);
  useEffect(() => {
    newest.current = question;
    return () => {
      newest.current = null;
    };
  }, [question]);
  const found = useRunRows(asked, page);
  const total = found.data?.total;
  const client = useQueryClient();
  const judged = async (): Promise<void> => {
    setChosen(NONE);
    await client.invalidateQueries({ queryKey: ['feed run rows'] });
    // What applying the run does follows the judgements.
    await client.invalidateQueries({ queryKey: ['feed-runs'] });
  };
  /** Whether all are chosen: none is where another question, asked meanwhile, may hide it. */
  const chooseAll = async (): Promise<boolean> => {
    const all = await everyRow(asked);
    if (newest.current !== question) return false;
    setChosen(byId(all.filter(canBeJudged)));
    return true;
  };
  const choose = (rows: readonly FeedRunRow[], yes: boolean): void => {
    const next = new Map(chosen);
    for (const row of rows) {
      if (yes) next.set(row.id, row);
      else next.delete(row.id);
    }
    setChosen(next);
  };
  return (
    <section className={styles['rows']} aria-label="Rows">
      <div className={styles['tools']}>
        <Field
          label="Find a stone"
          type="search"
          value={q}
          onChange={({ target }) => {
            setQ(target.value);
            setPage(0);
            // A row that the search hides would be judged unseen.
            setChosen(NONE);
          }}
        />
        {total !== undefined && <span role="status">{formatNumberOf(total, ROWS)} found</span>}
      </div>
      <JudgeBar
        vendorId={run.vendorId}
        rows={[...chosen.values()]}
        total={total ?? 0}
        onAll={chooseAll}
        onNone={() => setChosen(NONE)}
        onJudged={() => void judged()}
      />
      <Loaded query={found} noun="rows">
        {({ rows, total: all }) => (
          <>
            {rows.length > 0 && <RowsTable rows={rows} chosen={chosen} onChoose={choose} />}
            <Pages page={page} total={all} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const pages = Math.ceil(total / ROWS_A_PAGE);
  if (pages < 2) return null;
  return (
    <nav className={styles['pages']} aria-label="Pages of rows">
      <IconButton icon="left" label="Previous page" disabled={page === 0} onClick={() => onPage(page - 1)} />
      Page {formatCount(page + 1)} of {formatCount(pages)}
      <IconButton
        icon="right"
        label="Next page"
        disabled={page + 1 >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
