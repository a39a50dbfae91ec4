import { LinkBase, ShowBase, useShowContext } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { FailedState } from '../components/failed-state.tsx';
import { HoldingBar } from '../components/holding-bar.tsx';
import { Icon } from '../../web-portal/components/icon/icon.tsx';
import { TOLD_IN_PLACE } from '../components/list-page/told-in-place.ts';
import { Page } from '../components/page.tsx';
import { Skeleton } from '../../web-portal/components/skeleton/skeleton.tsx';
import { AccessChip } from './access-chip.tsx';
import { CustomerFields } from './customer-fields.tsx';
import styles from './customers.module.css';

/** One customer, to read (specification, section 3). */
export function CustomerPage() {
  return (
    <ShowBase queryOptions={TOLD_IN_PLACE}>
      <Customer />
    </ShowBase>
  );
}

const back = (
  <LinkBase className={styles['back']} to="/customers">
    <Icon name="left" size={12} /> Customers
  </LinkBase>
);

function Customer() {
  const { record, error, refetch } = useShowContext<CustomerResource>();
  if (record) {
    return (
      <Page
        title={record.name}
        above={back}
        summary={<AccessChip customer={record} />}
        actions={<HoldingBar holding={record} />}
      >
        <CustomerFields customer={record} />
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
