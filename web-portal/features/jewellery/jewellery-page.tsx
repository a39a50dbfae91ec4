import { useState, type ReactNode } from 'react';
import { ChoiceSwitch } from '../../components/choice-switch/choice-switch.tsx';
import { savedValue, saveValue } from '../../lib/saved-state.ts';
import { useSession } from '../../lib/session.ts';
import listStyles from '../../lists/list-page/list-page.module.css';
import { ModelsList } from './models-list.tsx';

const VIEW = 'view:jewellery';
const VIEWS = [
  ['models', 'Models'],
  ['pieces', 'Pieces'],
] as const;

/** Core Jewellery that is available: by model, to be ordered, or piece by piece (product: Stone lists). */
export default function JewelleryPage({
  aside,
  renderPieces,
}: {
  aside?: ReactNode;
  /** The pieces; `views` is the switch back to the models, to stand beside the filters. */
  renderPieces: (views: ReactNode) => ReactNode;
}) {
  const { user } = useSession();
  const [view, setView] = useState<'models' | 'pieces'>(() =>
    savedValue(user.username, VIEW) === 'pieces' ? 'pieces' : 'models',
  );
  const show = (next: 'models' | 'pieces'): void => {
    setView(next);
    saveValue(user.username, VIEW, next);
  };
  const views = (
    <ChoiceSwitch
      className={listStyles['views']}
      label="View"
      choices={VIEWS}
      chosen={view}
      onChoose={show}
    />
  );
  return view === 'models' ? <ModelsList aside={aside} views={views} /> : renderPieces(views);
}
