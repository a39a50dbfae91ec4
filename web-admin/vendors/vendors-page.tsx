import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { Page } from '../components/page.tsx';

/** Vendors: their place in the menu; the screen comes later, their feeds are read from the command line. */
export function VendorsPage() {
  return (
    <Page title="Vendors" above="House">
      <StateMessage heading="This page comes later">
        Until then a vendor&apos;s feed is read on the server: npm run feed.
      </StateMessage>
    </Page>
  );
}
