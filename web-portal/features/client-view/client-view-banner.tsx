import { Button } from '#web-shared/components/button/button.tsx';
import { Banner } from '../../components/banner/banner.tsx';
import { ChoiceSwitch } from '../../components/choice-switch/choice-switch.tsx';
import type { ClientView } from '../../lib/client-view.ts';
import styles from './client-view.module.css';

const WORDS: Readonly<Record<ClientView, string>> = { RETAIL: 'Retail prices', NONE: 'No prices' };

type Props = { view: ClientView; views: readonly ClientView[]; onShow: (view: ClientView | null) => void };

/** Names on every page what a client sees, and lets the user change or end the view. */
export function ClientViewBanner({ view, views, onShow }: Props) {
  return (
    <Banner label="Client view" tone="calm">
      <ChoiceSwitch
        className={styles['choices']}
        label="Prices shown"
        choices={views.map((one) => [one, WORDS[one]])}
        chosen={view}
        onChoose={onShow}
      />
      <Button look="plain" onClick={() => onShow(null)}>
        End client view
      </Button>
    </Banner>
  );
}
