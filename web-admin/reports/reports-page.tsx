import { useState } from 'react';
import { figuresReply, type Figures } from '#contracts/api/figures.ts';
import { HouseDayField, HouseTimeField } from '#web-shared/components/field/date-fields.tsx';
import { useTypedDay } from '#web-shared/components/field/use-typed-day.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { CustomerPicker } from '../components/customer-picker.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { useSignedIn } from '../providers/use-signed-in.ts';
import { askedQuery, type Asked } from '../components/reports-path.ts';
import { headingOf } from '../providers/resources.ts';
import { useGet } from '../providers/use-get.ts';
import { useAsked } from './asked.ts';
import { Ageing, Billed, Holding, Margin, Movements, type FiguresProps } from './charted-figures.tsx';
import { Schedules } from './schedules/schedules.tsx';
import { SellThrough } from './sell-through.tsx';
import { StonesPage } from './stones-page.tsx';
import styles from './reports.module.css';

/** The figures of reports as charts and tables, each opening to its stones (rule: Figures on screen). */
export function ReportsPage() {
  const { asked, query } = useAsked();
  return query.has('of') ? <StonesPage asked={asked} query={query} /> : <FiguresPage asked={asked} />;
}

function FiguresPage({ asked }: { asked: Asked }) {
  const search = askedQuery(asked).toString();
  const [shown, setShown] = useState(asked.customerId);
  const isSameCustomer = shown === asked.customerId;
  const query = useGet(`/api/figures?${search}`, figuresReply, {
    // Until others have come these stay, but never under the name of another customer.
    placeholderData: (figures: Figures | undefined) => (isSameCustomer ? figures : undefined),
  });
  if (!isSameCustomer && query.data) setShown(asked.customerId);
  const figures = query.data;
  const administrator = useSignedIn()?.administrator === true;
  return (
    <Page
      {...headingOf('reports')}
      summary={
        figures && `${formatNumberOf(figures.customers, ['customer', 'customers'])} · as of ${figures.day}`
      }
    >
      <div className={styles['page']}>
        <Axes />
        <Loaded query={query} noun="figures">
          {(found) => <AllFigures figures={found} asked={asked} />}
        </Loaded>
        {administrator && <Schedules />}
      </div>
    </Page>
  );
}

function AllFigures(of: FiguresProps) {
  return (
    <>
      <Holding {...of} />
      <Movements {...of} />
      <Ageing {...of} />
      <SellThrough {...of} />
      <Billed {...of} />
      {of.figures.months.some(({ margin }) => margin !== undefined) && <Margin {...of} />}
    </>
  );
}

const TYPED = { replace: true };

/** The customer, the day, and the knowledge cut. */
function Axes() {
  const { asked, ask } = useAsked();
  const user = useSignedIn();
  const typedDay = useTypedDay(asked.effectiveAt, (effectiveAt) => ask({ effectiveAt }, TYPED));
  const typedTime = useTypedDay(asked.knownAt, (knownAt) => ask({ knownAt }, TYPED));
  return (
    <div className={styles['axes']} role="group" aria-label="Scope of the figures">
      <div className={styles['customer']}>
        <span aria-hidden="true">Customer</span>
        <CustomerPicker
          customerId={asked.customerId === '' ? null : Number(asked.customerId)}
          onChoose={(id) => ask({ customerId: id === null ? '' : String(id) })}
          empty={user?.administrator ? 'All customers' : 'Your customers'}
        />
      </div>
      <HouseDayField label="As of the end of" {...typedDay} />
      <HouseTimeField label="As known at" {...typedTime} />
    </div>
  );
}
