import type { ReactNode } from 'react';
import type { Figures } from '#contracts/api/figures.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { MOVEMENT_NAMES } from '#contracts/vocabulary/statuses.ts';
import { Chart } from '#web-shared/components/charts/chart.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatLimit, formatPercent, shareOf } from '#web-shared/formats/figures.ts';
import { TextLink } from '../components/text-link.tsx';
import { stonesPath, type Asked, type OpenedFigure } from '../components/reports-path.ts';
import { Charted } from './charted.tsx';

export type FiguresProps = { figures: Figures; asked: Asked };

const Figure = ({ children }: { children: ReactNode }) => <td data-align="right">{children}</td>;

/** A figure that opens to its stones. */
function Opens({ asked, figure, children }: { asked: Asked; figure: OpenedFigure; children: ReactNode }) {
  return <TextLink to={stonesPath(asked, figure)}>{children}</TextLink>;
}

/** Pieces with what they come to, opening to them; nothing is no link. */
function Amount({
  asked,
  figure,
  of: { count, total },
}: {
  asked: Asked;
  figure: OpenedFigure;
  of: { count: number; total: number };
}) {
  return (
    <Figure>
      {count === 0 ? (
        '0'
      ) : (
        <Opens asked={asked} figure={figure}>
          {formatCount(count)}
        </Opens>
      )}
      {count > 0 && <small>{formatValue(total)}</small>}
    </Figure>
  );
}

/** Holding against limits, week by week. */
export function Holding({ figures, asked }: FiguresProps) {
  const { holding } = figures;
  const now = holding.at(-1)!;
  const highest = Math.max(...holding.map((one) => one.holding.total));
  const limits = [
    { name: 'Minimum', look: 'low limit', of: (one: (typeof holding)[number]) => one.minimum },
    { name: 'Maximum', look: 'high limit', of: (one: (typeof holding)[number]) => one.maximum },
  ] as const;
  return (
    <Charted
      title="Holding against limits"
      about="On memo and on its way back at the end of each week, at the prices frozen with the stones."
      cut={figures}
      chart={
        <Chart
          kind="lines"
          label={`Holding in a year: now ${formatValue(now.holding.total)}, highest ${formatValue(highest)}; minimum ${formatLimit(now.minimum)}, maximum ${formatLimit(now.maximum)}.`}
          points={holding}
          series={[
            { name: 'Holding', look: 'first', of: (one) => one.holding.total },
            { name: 'Exposure', look: 'second', of: (one) => one.exposure.total },
            ...limits.filter(({ of }) => holding.some((one) => of(one) > 0)),
          ]}
          nameOf={({ day }) => day}
          format={formatValue}
        />
      }
      table={
        <PlainTable
          label="Holding against limits"
          figures
          head={['End of', 'Holding', 'Exposure', 'Fee base', 'Minimum', 'Maximum']}
        >
          {holding.toReversed().map((one) => (
            <tr key={one.day}>
              <th scope="row">{one.day}</th>
              <Amount
                asked={asked}
                figure={{
                  of: 'HELD',
                  minAge: 0,
                  at: one.day,
                  title: `Holding at the end of ${one.day}`,
                }}
                of={one.holding}
              />
              <Amount
                asked={asked}
                figure={{ of: 'HELD', at: one.day, title: `Exposure at the end of ${one.day}` }}
                of={one.exposure}
              />
              <Figure>{formatValue(one.feeBase)}</Figure>
              <Figure>{formatLimit(one.minimum)}</Figure>
              <Figure>{formatLimit(one.maximum)}</Figure>
            </tr>
          ))}
        </PlainTable>
      }
    />
  );
}

const MOVED = ['REQUEST', 'MEMO', 'RETURN', 'RETURN_MEMO', 'SOLD', 'INVOICE', 'CREDIT'] as const;

/** What happened, week by week. */
export function Movements({ figures, asked }: FiguresProps) {
  const { movements } = figures;
  const weekOf = ({ from, to }: { from: string; to: string }): string => `${from} to ${to}`;
  const sumOf = (type: (typeof MOVED)[number]): number =>
    movements.reduce((sum, { of }) => sum + of[type].count, 0);
  return (
    <Charted
      title="Movements a week"
      about="Stones, by the day of the intent or document."
      cut={figures}
      chart={
        <Chart
          kind="bars"
          label={`Movements of 13 weeks: ${formatCount(sumOf('MEMO'))} to memo, ${formatCount(sumOf('RETURN_MEMO'))} returned, ${formatCount(sumOf('INVOICE'))} invoiced.`}
          points={movements}
          series={[
            { name: 'Memo', look: 'first', of: ({ of }) => of.MEMO.count },
            { name: 'Returned', look: 'third', of: ({ of }) => of.RETURN_MEMO.count },
            { name: 'Invoiced', look: 'second', of: ({ of }) => of.INVOICE.count },
          ]}
          nameOf={({ to }) => to}
          format={formatCount}
        />
      }
      table={
        <PlainTable
          label="Movements a week"
          figures
          head={['Week to', ...MOVED.map((type) => MOVEMENT_NAMES[type])]}
        >
          {movements.toReversed().map((week) => (
            <tr key={week.to}>
              <th scope="row">{week.to}</th>
              {MOVED.map((type) => (
                <Amount
                  key={type}
                  asked={asked}
                  figure={{
                    of: 'MOVED',
                    from: week.from,
                    to: week.to,
                    type,
                    title: `${MOVEMENT_NAMES[type]}, ${weekOf(week)}`,
                  }}
                  of={week.of[type]}
                />
              ))}
            </tr>
          ))}
        </PlainTable>
      }
    />
  );
}

/** What is out, by how long. */
export function Ageing({ figures, asked }: FiguresProps) {
  const { ageing } = figures;
  const nameOf = ({ from, to }: { from: number; to: number | null }): string =>
    to === null ? `${from} days and more` : `${from} to ${to} days`;
  return (
    <Charted
      title="Ageing"
      about="Stones on memo or on their way back, by days since the first memo."
      cut={figures}
      chart={
        <Chart
          kind="bars"
          label={`Value by days out: ${ageing.map((one) => `${nameOf(one)} ${formatValue(one.total)}`).join(', ')}.`}
          points={ageing}
          series={[{ name: 'Value', look: 'first', of: ({ total }) => total }]}
          nameOf={nameOf}
          format={formatValue}
        />
      }
      table={
        <PlainTable label="Ageing" figures head={['Days out', 'Stones']}>
          {ageing.map((one) => (
            <tr key={one.from}>
              <th scope="row">{nameOf(one)}</th>
              <Amount
                asked={asked}
                figure={{
                  of: 'HELD',
                  minAge: one.from,
                  ...(one.to !== null && { maxAge: one.to }),
                  title: `Out for ${nameOf(one)}`,
                }}
                of={one}
              />
            </tr>
          ))}
        </PlainTable>
      }
    />
  );
}

/** What the months' bills come to. */
export function Billed({ figures, asked }: FiguresProps) {
  const { months } = figures;
  return (
    <Charted
      title="Fees and rebates a month"
      about="From each customer's newest bill of each month."
      cut={figures}
      chart={
        <Chart
          kind="bars"
          label={`Fees and rebates of 12 months: ${months.map(({ month, fees, rebates }) => `${monthName(month)} ${formatValue(fees)} and ${formatValue(rebates)}`).join(', ')}.`}
          points={months}
          series={[
            { name: 'Fees', look: 'first', of: ({ fees }) => fees },
            { name: 'Rebates', look: 'second', of: ({ rebates }) => rebates },
          ]}
          nameOf={({ month }) => monthName(month)}
          format={formatValue}
        />
      }
      table={
        <PlainTable
          label="Fees and rebates a month"
          figures
          head={['Month', 'Fees', 'Rebates', 'Adjustments and other', 'Billed']}
        >
          {months.toReversed().map(({ month, fees, rebates, other, total }) => (
            <tr key={month}>
              <th scope="row">
                <Opens
                  asked={asked}
                  figure={{ of: 'BILLED', month, title: `Billed for ${monthName(month)}` }}
                >
                  {monthName(month)}
                </Opens>
              </th>
              {[fees, rebates, other, total].map((value, place) => (
                <Figure key={place}>{formatValue(value)}</Figure>
              ))}
            </tr>
          ))}
        </PlainTable>
      }
    />
  );
}

/** What stays with the house, for administrators. */
export function Margin({ figures, asked }: FiguresProps) {
  const margins = figures.months.flatMap(({ month, margin }) => (margin ? [{ month, ...margin }] : []));
  return (
    <Charted
      title="Margin"
      about="The house's part of the month's bill lines, as a share of what was billed and invoiced."
      cut={figures}
      chart={
        <Chart
          kind="bars"
          label={`Margin of 12 months: ${margins.map(({ month, house }) => `${monthName(month)} ${formatValue(house)}`).join(', ')}.`}
          points={margins}
          series={[{ name: "House's part", look: 'first', of: ({ house }) => house }]}
          nameOf={({ month }) => monthName(month)}
          format={formatValue}
        />
      }
      table={
        <PlainTable label="Margin" figures head={['Month', "House's part", 'Billed and invoiced', 'Margin']}>
          {margins.toReversed().map(({ month, house, of }) => (
            <tr key={month}>
              <th scope="row">
                <Opens asked={asked} figure={{ of: 'BILLED', month, title: `Margin of ${monthName(month)}` }}>
                  {monthName(month)}
                </Opens>
              </th>
              <Figure>{formatValue(house)}</Figure>
              <Figure>{formatValue(of)}</Figure>
              <Figure>{of === 0 ? '' : formatPercent(shareOf(house, of))}</Figure>
            </tr>
          ))}
        </PlainTable>
      }
    />
  );
}
