import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { certificateOffered, reportCheckUrl } from '#contracts/vocabulary/certificates.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { ProfileDrawing } from '#web-shared/components/shape-drawing/profile-drawing.tsx';
import { useNoServer } from '../../../lib/connection.ts';
import { useOpenTabs } from '../../../lib/open-tabs.ts';
import { attributesQuery } from '../../../lists/api/get-attributes.ts';
import type { ParcelDetails } from '../api/get-details.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { useListSlots } from '../../../lists/slots.ts';
import { DetailsHeader } from './details-header.tsx';
import { Section } from './facts.tsx';
import { History } from './history.tsx';
import { Picture } from '../../../lists/media/picture.tsx';
import { StatusSection } from './status-section.tsx';
import { StonePriceCard } from './price-card.tsx';
import { NotYet } from './not-yet.tsx';
import { StoneActions } from './stone-actions.tsx';
import { measurementsOf, propertiesOf, proportionsOf } from '../../../lists/stone-sections.ts';
import styles from './stone-page.module.css';

const TITLES: Readonly<Record<Exclude<Line, 'jewellery'>, string>> = {
  natural: 'Diamond Details',
  labGrown: 'Lab Grown Diamond Details',
  fancyColour: 'Fancy Colour Diamond Details',
};

type StoneDetailsProps = {
  line: Line;
  row: ListRow;
  /** As its status reads in the list that it is a row of. */
  where: 'requestable' | 'past';
  details: ParcelDetails | null;
};

/**
 * A stone: price, properties, picture, certificate, status, history, and the available actions (product:
 * Stone details).
 */
export function StoneDetails({ line, row: stone, where, details }: StoneDetailsProps) {
  const closed = useNoServer();
  const { Certificate, Similar, loadSimilar } = useListSlots();
  const { openStoneTab } = useOpenTabs();
  const { data: attributes } = useQuery(attributesQuery);
  const [open, setOpen] = useState<'match' | 'certificate' | null>(null);
  const close = (): void => setOpen(null);
  const offered = certificateOffered(stone);
  const check = reportCheckUrl(stone);
  return (
    <article className={styles['page']} aria-label={`Stone ${stone.parcelName}`} aria-busy={details === null}>
      <DetailsHeader title={line === 'jewellery' ? '' : TITLES[line]} row={stone} where={where}>
        {(line === 'natural' || line === 'labGrown') && (
          <Button
            disabled={closed !== null}
            title={closed ?? undefined}
            onClick={() => setOpen('match')}
            onPointerEnter={loadSimilar}
          >
            <Icon name="stone" /> Find a Match
          </Button>
        )}
      </DetailsHeader>
      <div className={styles['columns']}>
        <div className={styles['left']}>
          <Picture key={stone.photoUrl ?? ''} stone={stone} />
          <Section title="Proportions" facts={proportionsOf(stone)}>
            <ProfileDrawing profile={stone} />
          </Section>
        </div>
        <div className={styles['right']}>
          <StonePriceCard stone={stone} />
          {details ? <StoneActions line={line} stone={details} /> : <NotYet height={155} />}
          <div className={styles['sections']}>
            <Section title="Stone Properties" facts={propertiesOf(stone, attributes)} />
            <div>
              <Section
                title="Certificate"
                facts={[
                  ['Lab', stone.lab],
                  ['Certificate', stone.certNo],
                ]}
              >
                {(offered || check) && (
                  <p className={styles['links']}>
                    {offered && (
                      <Button
                        disabled={closed !== null}
                        title={closed ?? undefined}
                        onClick={() => setOpen('certificate')}
                      >
                        <Icon name="certificate" /> View certificate
                      </Button>
                    )}
                    {check && (
                      <a href={check} target="_blank" rel="noreferrer">
                        Report check
                      </a>
                    )}
                  </p>
                )}
              </Section>
              <StatusSection row={stone} where={where} />
            </div>
            <Section title="Measurements" facts={measurementsOf(stone)} />
          </div>
        </div>
        <div className={styles['past']}>
          {details ? <History line={line} parcel={details} /> : <NotYet height={140} />}
        </div>
      </div>
      {open && (
        <Suspense fallback={null}>
          {open === 'match' ? (
            <Similar
              line={line}
              stone={stone}
              rankingType="PAIR"
              onClose={close}
              onOpen={(other) => {
                close();
                openStoneTab({ ...other, line });
              }}
            />
          ) : (
            <Certificate line={line} stone={stone} onClose={close} />
          )}
        </Suspense>
      )}
    </article>
  );
}
