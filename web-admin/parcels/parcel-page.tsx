import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from 'react-admin';
import { timelineReply, type Timeline } from '#contracts/api/history.ts';
import { StatusChip } from '#web-shared/components/chip/chip.tsx';
import { BackToList } from '../components/back-to.tsx';
import { LoadedPage } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { useGet } from '../providers/use-get.ts';
import { Correct } from './correct.tsx';
import { KnowledgeCut } from './knowledge-cut.tsx';
import { Known, Was } from './lanes.tsx';
import { Reprice } from './reprice.tsx';
import { Anomalies, ListPrices, Spells } from './parcel-facts.tsx';
import { TimelineDrawing } from './timeline-drawing.tsx';
import styles from './parcel.module.css';

/** A parcel on both time axes: what was, what was known, and what can be corrected (rule: Two axes). */
export function ParcelPage() {
  const { id: parcelName = '' } = useParams();
  const [knownAt, setKnownAt] = useKnownAt();
  const path = `/api/parcels/${encodeURIComponent(parcelName)}/timeline`;
  const query = knownAt === undefined ? '' : `?${new URLSearchParams({ knownAt }).toString()}`;
  const timeline = useGet(`${path}${query}`, timelineReply, {
    // Another cut of the same parcel: what is shown stays until it is there.
    placeholderData: (before) => (before?.parcelName === parcelName ? before : undefined),
  });
  const { refetch } = timeline;
  useEffect(() => {
    // Another window beside this one may have corrected it: both are visible all the time.
    const readAgain = () => void refetch();
    window.addEventListener('focus', readAgain);
    return () => window.removeEventListener('focus', readAgain);
  }, [refetch]);
  return (
    <LoadedPage query={timeline} title={parcelName} noun="parcel" above={back}>
      {(known) => <Opened timeline={known} knownAt={knownAt} onCut={setKnownAt} />}
    </LoadedPage>
  );
}

type OpenedProps = {
  timeline: Timeline;
  knownAt: string | undefined;
  onCut: (position: string | undefined) => void;
};

function Opened({ timeline, knownAt, onCut }: OpenedProps) {
  const { parcelName, newest, spells } = timeline;
  const client = useQueryClient();
  const changed = () => void client.invalidateQueries();
  const open = newest ? spells.find(({ end }) => end === null) : undefined;
  return (
    <Page
      title={parcelName}
      above={back}
      summary={<Summary timeline={timeline} />}
      actions={
        <>
          {open && <Reprice timeline={timeline} spell={open} onChanged={changed} />}
          <Correct key={parcelName} timeline={timeline} onChanged={changed} />
        </>
      }
    >
      <KnowledgeCut timeline={timeline} knownAt={knownAt} onCut={onCut} />
      <TimelineDrawing timeline={timeline} onCut={onCut} />
      <div className={styles['lanes']}>
        <Was timeline={timeline} />
        <Known timeline={timeline} onCut={onCut} />
      </div>
      <Anomalies timeline={timeline} />
      <Spells timeline={timeline} />
      <ListPrices timeline={timeline} />
    </Page>
  );
}

const back = <BackToList resource="history" />;

function Summary({ timeline }: { timeline: Timeline }) {
  const { title, status, customerName, vendorName, location, newest } = timeline;
  return (
    <span className={styles['summary']}>
      <StatusChip status={status} where="requestable" />
      {customerName !== null && <span>{customerName}</span>}
      <span>{title}</span>
      {vendorName !== null && <span>{vendorName}</span>}
      {location !== undefined && <span>{location}</span>}
      {!newest && <strong>As it was known then</strong>}
    </span>
  );
}

/** Where the knowledge is cut: kept in the address, so that it can be shared. */
function useKnownAt(): [string | undefined, (position: string | undefined) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const knownAt = new URLSearchParams(search).get('knownAt') ?? undefined;
  const cut = (position: string | undefined): void =>
    navigate(position === undefined ? pathname : `${pathname}?knownAt=${encodeURIComponent(position)}`, {
      replace: true,
    });
  return [knownAt, cut];
}
