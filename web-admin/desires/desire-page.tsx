import { useParams } from 'react-admin';
import { desireRow } from '#contracts/api/desire-words.ts';
import { openDesireResource, type OpenDesireResource } from '#contracts/api/desires.ts';
import { Facts, Section } from '#web-shared/components/facts/facts.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { BackToList } from '../components/back-to.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { Page } from '../components/page.tsx';
import { ShapesText } from '../components/shape-text.tsx';
import { FillingStones } from './filling-stones.tsx';
import { TextLink } from '../components/text-link.tsx';
import { useGet } from '../providers/use-get.ts';
import styles from './desires.module.css';

const back = <BackToList resource="desires" />;

/** One open desire: what it asks for, and the stones that could fill it (rule: Desires). */
export function DesirePage() {
  const { id = '' } = useParams();
  const desire = useGet(`/api/desires/${encodeURIComponent(id)}`, openDesireResource);
  return (
    <LoadedPage query={desire} title="Desire" noun="desire" above={back}>
      {(desire) => <Opened desire={desire} />}
    </LoadedPage>
  );
}

function Opened({ desire }: { desire: OpenDesireResource }) {
  const { customerId, customerName, requestedAt, remarks } = desire;
  const { weight, colour, clarity, fluorescence, cut, polish, symmetry } = desireRow(desire);
  return (
    <Page
      title={`Similar stone for ${customerName}`}
      above={back}
      summary={`Requested ${formatMoment(requestedAt)}`}
      actions={<TextLink to={`/customers/${customerId}/show`}>The customer</TextLink>}
    >
      <div className={styles['parts']}>
        <div className={styles['asked']}>
          <Section title="What is asked for">
            <Facts
              facts={[
                ['Weight', weight],
                ['Shape', <ShapesText key="shape" codes={desire.shape} />],
                ['Colour', colour],
                ['Clarity', clarity],
                ['Fluorescence', fluorescence],
                ['Cut, polish, symmetry', `${cut} / ${polish} / ${symmetry}`],
                ['Remarks', remarks],
              ]}
            />
          </Section>
        </div>
        <FillingStones desire={desire} />
      </div>
    </Page>
  );
}
