import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MyYear, YearMonth } from '#contracts/api/my-year.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { formatValue } from '#contracts/vocabulary/money.ts';
import { monthName } from '#contracts/vocabulary/months.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { Loaded } from '#web-shared/components/loaded/loaded.tsx';
import { Modal } from '#web-shared/components/overlay/modal.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { Tiles, type Tile } from '#web-shared/components/tiles/tiles.tsx';
import { formatPercent } from '#web-shared/formats/figures.ts';
import { myYearQuery } from './api/get-my-year.ts';
import styles from './my-year.module.css';

/** What the customer held, took, gave back and sold in twelve months (product: My year). */
export default function MyYearModal({ onClose }: { onClose: () => void }) {
  const year = useQuery(myYearQuery);
  return (
    <Modal
      title="My year"
      about={year.data && `Twelve months up to ${year.data.day}, as recorded now`}
      maxWidth="md"
      className={styles['modal']}
      onClose={onClose}
    >
      <Loaded query={year} what="The year" height={320}>
        {(found) => <Year year={found} />}
      </Loaded>
    </Modal>
  );
}

function Year({ year }: { year: MyYear }) {
  const { months, sells, sits } = year;
  const priced = months.some(({ held }) => held.value !== undefined);
  return (
    <>
      <Totals months={months} priced={priced} />
      <Section title="Month by month">
        <Held months={months} />
        <PlainTable
          label="Month by month"
          figures
          head={[
            'Month',
            'On memo',
            'Taken',
            'Returned',
            'Sold',
            ...(priced ? ['Fees', 'Rebates', 'Billed'] : []),
          ]}
        >
          {months.toReversed().map((one) => (
            <MonthRow key={one.month} of={one} priced={priced} />
          ))}
        </PlainTable>
      </Section>
      <Section title="What sells">
        {sells.length === 0 ? (
          <p className={styles['none']}>No memo has ended in these months.</p>
        ) : (
          <PlainTable
            label="What sells"
            figures
            head={['Stones', 'Memos ended', 'Sold', 'Share', 'Days to sale']}
          >
            {sells.map(({ line, what, ended, sold, daysToSale }) => (
              <tr key={`${line} ${what}`}>
                <th scope="row">{what}</th>
                <Figure>{formatCount(ended)}</Figure>
                <Figure>{formatCount(sold)}</Figure>
                <Figure>{formatPercent(Math.round((sold / ended) * 100))}</Figure>
                <Figure>{daysToSale === null ? '' : formatCount(Math.round(daysToSale))}</Figure>
              </tr>
            ))}
          </PlainTable>
        )}
      </Section>
      <Section title="What sits">
        {sits.length === 0 ? (
          <p className={styles['none']}>Nothing is on memo.</p>
        ) : (
          <PlainTable
            label="What sits"
            figures
            head={['Parcel', 'Since', 'Days', ...(priced ? ['Price'] : [])]}
          >
            {sits.map(({ parcelName, description, since, days, price }) => (
              <tr key={parcelName}>
                <th scope="row">
                  {parcelName}
                  <small>{description}</small>
                </th>
                <Figure>{since}</Figure>
                <Figure>{formatCount(days)}</Figure>
                {price !== undefined && <Figure>{formatValue(price)}</Figure>}
              </tr>
            ))}
          </PlainTable>
        )}
      </Section>
    </>
  );
}

const Figure = ({ children }: { children: ReactNode }) => <td data-align="right">{children}</td>;

/** Pieces, with what they come to beneath. */
function Pieces({ of: { count, value } }: { of: YearMonth['held'] }) {
  return (
    <Figure>
      {formatCount(count)}
      {value !== undefined && count > 0 && <small>{formatValue(value)}</small>}
    </Figure>
  );
}

function MonthRow({ of, priced }: { of: YearMonth; priced: boolean }) {
  return (
    <tr>
      <th scope="row">{monthName(of.month)}</th>
      <Pieces of={of.held} />
      <Pieces of={of.taken} />
      <Pieces of={of.returned} />
      <Pieces of={of.sold} />
      {priced &&
        (['fees', 'rebates', 'total'] as const).map((part) => (
          <Figure key={part}>{of.bill ? formatValue(of.bill[part]) : ''}</Figure>
        ))}
    </tr>
  );
}

/** How much was on memo at each month's end: the table beneath has the figures. */
function Held({ months }: { months: readonly YearMonth[] }) {
  const height = ({ held }: YearMonth): number => held.value ?? held.count;
  const most = Math.max(1, ...months.map(height));
  return (
    <div className={styles['bars']} aria-hidden="true">
      {months.map((one) => (
        <div key={one.month} title={monthName(one.month)}>
          <span style={{ height: `${(height(one) / most) * 100}%` }} />
          <small>{monthName(one.month).slice(0, 3)}</small>
        </div>
      ))}
    </div>
  );
}

function Totals({ months, priced }: { months: readonly YearMonth[]; priced: boolean }) {
  const sum = (part: 'taken' | 'returned' | 'sold') => ({
    count: months.reduce((all, one) => all + one[part].count, 0),
    value: months.reduce((all, one) => all + (one[part].value ?? 0), 0),
  });
  const money = (part: 'fees' | 'rebates') =>
    formatValue(months.reduce((all, { bill }) => all + (bill?.[part] ?? 0), 0));
  const bills: Tile[] = [
    ['Fees billed', money('fees')],
    ['Rebates', money('rebates')],
  ];
  const pieces: readonly (readonly [string, { count: number; value?: number | undefined }])[] = [
    ['On memo today', months.at(-1)?.held ?? { count: 0 }],
    ['Taken', sum('taken')],
    ['Returned', sum('returned')],
    ['Sold', sum('sold')],
  ];
  return (
    <Tiles
      label="In all"
      tiles={[
        ...pieces.map(([term, { count, value }]): Tile => [
          term,
          formatCount(count),
          priced && value !== undefined ? formatValue(value) : undefined,
        ]),
        ...(priced ? bills : []),
      ]}
    />
  );
}
