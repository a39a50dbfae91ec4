import { HoldingBar } from '#web-shared/components/holding-bar/holding-bar.tsx';
import { parseListId, type ListId } from '../../lists/list-kinds.ts';
import { StoneListPage } from '../../features/stones/list/stone-list-page.tsx';
import { useOpenTabs } from '../../lib/open-tabs.ts';
import { useSession } from '../../lib/session.ts';

/** A main tab: one of the four lists of a line (product: Stone lists). */
export function MainTab({ id }: { id: ListId }) {
  const { customer } = useSession();
  const { openStoneTab, showList } = useOpenTabs();
  const list = parseListId(id);
  if (!list) return null;
  const { line } = list;
  return (
    <StoneListPage
      {...list}
      onOpen={(stone) => openStoneTab({ ...stone, line })}
      onBrowse={() => showList('available', line)}
      aside={customer && <HoldingBar holding={customer} />}
    />
  );
}
