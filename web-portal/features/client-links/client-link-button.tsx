import { lazy, Suspense, useState } from 'react';
import { CLIENT_LINK_LIMITS } from '#contracts/vocabulary/client-links.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { useNoServer } from '../../lib/connection.ts';
import type { ListRow } from '../../lists/list-row.ts';
import { useMakesClientLinks } from './use-makes-client-links.ts';

const MakeLink = lazy(() => import('./make-link.tsx'));

/** The statuses of stones that can be shown to a client. */
const SHOWN: readonly Status[] = ['AVAILABLE', 'REQUESTED', 'CUSTOMER'];
const MOST = CLIENT_LINK_LIMITS.stones;

/**
 * Makes a client link of those of these rows that can be shown to a client (product: Client links). `hidden`: there is no
 * button for now, but a link that is being made stays.
 */
export function ClientLinkButton({ rows, hidden = false }: { rows: readonly ListRow[]; hidden?: boolean }) {
  const makesLinks = useMakesClientLinks();
  const noServer = useNoServer();
  const [making, setMaking] = useState<readonly ListRow[] | null>(null);
  const shown = shownAmong(rows);
  if (!makesLinks) return null;
  const closed = noServer ?? (shown.length > MOST ? `At most ${MOST} stones in a link.` : null);
  return (
    <>
      {!hidden && (
        <Button
          disabled={closed !== null || shown.length === 0}
          title={closed ?? 'Show these to a client'}
          onClick={() => setMaking(shown)}
        >
          Client link
        </Button>
      )}
      {making && (
        <Suspense fallback={null}>
          <MakeLink rows={making} onClose={() => setMaking(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The rows that can be shown, one more than the maximum at most: tens of thousands may be selected. */
function shownAmong(rows: readonly ListRow[]): ListRow[] {
  const shown: ListRow[] = [];
  for (const row of rows) {
    if (!row.virtual && SHOWN.includes(row.status)) shown.push(row);
    if (shown.length > MOST) break;
  }
  return shown;
}
