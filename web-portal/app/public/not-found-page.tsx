import { Link } from 'react-router';
import { buttonClass } from '#web-shared/components/button/button.tsx';
import { StateMessage } from '#web-shared/components/state-message/state-message.tsx';

/** Any other address. */
export default function NotFoundPage() {
  return (
    <main style={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }}>
      <StateMessage
        heading="There is no such page"
        page
        shape="MQ"
        actions={
          <Link to="/home.html" className={buttonClass('primary')}>
            Home
          </Link>
        }
      >
        The address may be mistyped, or the page has moved.
      </StateMessage>
    </main>
  );
}
