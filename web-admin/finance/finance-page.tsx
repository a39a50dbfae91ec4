import { Page } from '../components/page.tsx';
import { headingOf } from '../providers/resources.ts';
import { HouseBegins } from './house-begins.tsx';
import { HouseSettings } from './house-settings.tsx';
import { JournalExport } from './journal-export.tsx';
import { PeriodLock } from './period-lock.tsx';

/** What a controller works with beside the bills. */
export function FinancePage() {
  return (
    <Page {...headingOf('finance')}>
      <PeriodLock />
      <JournalExport />
      <HouseBegins />
      <HouseSettings />
    </Page>
  );
}
