import { useLocation, useNavigate } from 'react-admin';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { CustomerPicker } from '../components/customer-picker.tsx';
import { Page } from '../components/page.tsx';
import { ToggleChip, ToggleChips } from '../components/toggle-chip/toggle-chip.tsx';
import { headingOf } from '../providers/resources.ts';
import { IdealView } from './ideal-view.tsx';
import { MetadataView } from './metadata/metadata-view.tsx';
import { StockView } from './stock-view.tsx';
import styles from './reassort.module.css';

const VIEWS = ['Metadata', 'Ideal Inventory', 'Reassort'] as const;
type View = (typeof VIEWS)[number];

/**
 * Reassort, customer by customer: toggles Metadata, Ideal Inventory and Reassort (product: Reassort screen). The address
 * says which, so that Back, a reload and a sent link lead to what was shown.
 */
export function ReassortPage() {
  const asked = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const customerId = Number(asked.get('customer')) || null;
  const view: View = VIEWS.find((each) => each === asked.get('view')) ?? 'Reassort';
  const show = (customer: number | null, shown: View): void =>
    void navigate({
      search: customer === null ? '' : `?${new URLSearchParams({ customer: `${customer}`, view: shown })}`,
    });
  return (
    <Page {...headingOf('reassort')}>
      <div className={styles['choices']}>
        <CustomerPicker
          className={styles['customer']}
          customerId={customerId}
          onChoose={(chosen) => show(chosen, view)}
          empty="Choose a customer"
        />
        {customerId !== null && (
          <ToggleChips label="What is shown">
            {VIEWS.map((each) => (
              <ToggleChip key={each} on={each === view} onToggle={() => show(customerId, each)}>
                {each}
              </ToggleChip>
            ))}
          </ToggleChips>
        )}
      </div>
      {customerId === null ? (
        <StateMessage heading="Choose a customer">
          Its stores, its ideal inventory and what to ship, add and take back are shown here.
        </StateMessage>
      ) : (
        <div key={customerId} className={styles['view']}>
          {view === 'Metadata' && <MetadataView customerId={customerId} />}
          {view === 'Ideal Inventory' && <IdealView customerId={customerId} />}
          {view === 'Reassort' && <StockView customerId={customerId} />}
        </div>
      )}
    </Page>
  );
}
