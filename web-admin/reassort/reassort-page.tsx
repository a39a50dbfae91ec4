import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';
import { Page } from '../components/page.tsx';

/** Reassort: its place in the menu; the screen comes later. */
export function ReassortPage() {
  return (
    <Page title="Reassort" above="House">
      <StateMessage heading="This page comes later">
        It will compare a customer&apos;s stock with its ideal inventory and suggest shipments.
      </StateMessage>
    </Page>
  );
}
