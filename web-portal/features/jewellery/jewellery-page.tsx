import { useEffect, useState, type ReactNode } from 'react';
import { ChoiceSwitch } from '../../components/choice-switch/choice-switch.tsx';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import listStyles from '../../lists/list-page/list-page.module.css';
import { JEWELLERY_VIEW } from './jewellery-view.ts';
import { ModelsList } from './models-list.tsx';

const VIEWS = [
  ['models', 'Models'],
  ['pieces', 'Pieces'],
] as const;

/** Core Jewellery that is available: by model, to be ordered, or piece by piece (product: Stone lists). */
export default function JewelleryPage({
  aside,
  linked,
  renderPieces,
}: {
  aside?: ReactNode;
  /** A link with filters was opened: they are of pieces. */
  linked: boolean;
  /** The pieces, at first as linked; `views` is the switch back to the models, to stand beside the filters. */
  renderPieces: (views: ReactNode, asLinked: boolean) => ReactNode;
}) {
  const { user } = useSession();
  const [view, setView] = useState<'models' | 'pieces' | 'linked'>(() => {
    if (linked) return 'linked';
    return savedValue(user.username, JEWELLERY_VIEW) === 'pieces' ? 'pieces' : 'models';
  });
  useEffect(() => {
    if (linked) saveValue(user.username, JEWELLERY_VIEW, 'pieces');
  }, [linked, user.username]);
  const show = (next: 'models' | 'pieces'): void => {
    setView(next);
    saveValue(user.username, JEWELLERY_VIEW, next);
  };
  const views = (
    <ChoiceSwitch
      className={listStyles['views']}
      label="View"
      choices={VIEWS}
      chosen={view === 'models' ? 'models' : 'pieces'}
      onChoose={show}
    />
  );
  return view === 'models' ? (
    <ModelsList aside={aside} views={views} />
  ) : (
    renderPieces(views, view === 'linked')
  );
}
