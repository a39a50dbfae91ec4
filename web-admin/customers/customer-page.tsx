import { ShowBase, useCanAccess, useShowContext } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { BackTo } from '../components/form/edit-record.tsx';
import { FailedState } from '../components/failed-state.tsx';
import { HoldingBar } from '#web-shared/components/holding-bar/holding-bar.tsx';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import { Page } from '../components/page.tsx';
import { Skeleton } from '#web-shared/components/skeleton/skeleton.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { CustomerFinance } from './customer-finance.tsx';
import { AccessChip } from './access-chip.tsx';
import { CustomerActivity } from './customer-activity.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { HoldingChart } from './holding-chart.tsx';
import { ViewAs } from './view-as.tsx';
import styles from './customers.module.css';

/** One customer, to read (product: Customer). */
export function CustomerPage() {
  return (
    <ShowBase queryOptions={failuresInPlace}>
      <Customer />
    </ShowBase>
  );
}

const back = <BackTo resource="customers" title="Customers" />;

/** For administrators: Edit and Retail Markups (product: Customers screen). */
function EditButtons({ id }: { id: number }) {
  const { canAccess } = useCanAccess({ resource: 'customers', action: 'edit' });
  if (!canAccess) return null;
  return (
    <>
      <LinkButton to={`/customers/${id}/markups`}>Retail Markups</LinkButton>
      <LinkButton to={`/customers/${id}`} look="primary">
        Edit
      </LinkButton>
    </>
  );
}

function Customer() {
  const { record, error, refetch } = useShowContext<CustomerResource>();
  if (record) {
    return (
      <Page
        title={record.name}
        above={back}
        summary={<AccessChip customer={record} />}
        actions={
          <>
            <HoldingBar holding={record} />
            <ViewAs customerId={record.customerId} />
            <EditButtons id={record.id} />
          </>
        }
      >
        <div className={styles['wholeWidth']}>
          {record.currentlyHolding !== undefined && <HoldingChart customerId={record.customerId} />}
          <CustomerFields customer={record} />
          <CustomerFinance customerId={record.customerId} />
          {record.currentlyHolding !== undefined && <CustomerActivity customerId={record.customerId} />}
        </div>
      </Page>
    );
  }
  if (error) {
    return (
      <Page title="Customer" above={back}>
        <FailedState
          error={error}
          heading="The customer could not be loaded"
          onRetry={() => void refetch()}
        />
      </Page>
    );
  }
  return (
    <Page title="Customer" above={back}>
      <div className={styles['groups']} role="status" aria-label="Loading">
        {[240, 240, 170, 170].map((height, place) => (
          <Skeleton key={place} height={height} />
        ))}
      </div>
    </Page>
  );
}
