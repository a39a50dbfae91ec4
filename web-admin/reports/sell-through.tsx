import { useState } from 'react';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { LINE_FACTS, LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { HeatTable } from '#web-shared/components/charts/heat-table.tsx';
import { Select } from '#web-shared/components/select/select.tsx';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { TextLink } from '../components/text-link.tsx';
import { stonesPath } from '../components/reports-path.ts';
import { Charted } from './charted.tsx';
import type { FiguresProps } from './charted-figures.tsx';

/** What sells: the share sold of the stones whose memo ended, by shape and weight. */
export function SellThrough({ figures, asked }: FiguresProps) {
  const lines = LINES.filter((line) => figures.sellThrough.some((cell) => cell.line === line));
  const [chosen, setChosen] = useState<string>('');
  const line: Line | undefined = lines.find((one) => one === chosen) ?? lines[0];
  const cells = figures.sellThrough.filter((cell) => cell.line === line);
  const shapes = [...new Set(cells.map(({ shape }) => shape))].sort();
  const bands = [...new Set(cells.map(({ band }) => band))].sort(
    (one, other) => compare(carats(one), carats(other)) || (one < other ? -1 : 1),
  );
  return (
    <Charted
      title="Sell-through"
      about="The stones whose memo ended in the last 12 months: how many were sold, and in how many days."
      cut={figures}
      table={
        line === undefined ? (
          <p className="nothing">No memo has ended in these months.</p>
        ) : (
          <>
            {lines.length > 1 && (
              <Select
                label="Line"
                value={line}
                choices={lines.map((one) => [one, LINE_FACTS[one].title] as const)}
                onChange={setChosen}
              />
            )}
            <HeatTable
              label={`Sell-through, ${LINE_FACTS[line].title}`}
              rowsAre="Shape"
              rows={shapes}
              columns={bands}
              cell={(shape, band) => {
                const cell = cells.find((one) => one.shape === shape && one.band === band);
                if (!cell) return null;
                const { ended, sold, daysToSale } = cell;
                const title = `${LINE_FACTS[line].title}, ${shape} ${band}: memos ended in 12 months`;
                return {
                  heat: sold / ended,
                  content: (
                    <>
                      <TextLink to={stonesPath(asked, { of: 'ENDED', line, shape, band, title })}>
                        {formatCount(sold)} of {formatCount(ended)}
                      </TextLink>
                      <small>
                        {formatPercent(Math.round((sold / ended) * 100))}
                        {daysToSale !== null && `, ${formatCount(Math.round(daysToSale))} d`}
                      </small>
                    </>
                  ),
                };
              }}
            />
          </>
        )
      }
    />
  );
}

/** Where a weight band begins; what is no band comes last. */
const carats = (band: string): number => {
  const from = Number.parseFloat(band);
  return Number.isNaN(from) ? Infinity : from;
};

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0);
