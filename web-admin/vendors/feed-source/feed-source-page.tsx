import { useQueryClient } from '@tanstack/react-query';
import { feedSourceResource, type FeedSourceResource } from '#contracts/api/feed-sources.ts';
import { Loaded } from '../../components/loaded.tsx';
import { useGet } from '../../providers/use-get.ts';
import { VendorPage } from '../vendor-page.tsx';
import { FeedSourceForm } from './feed-source-form.tsx';
import { FeedSourceState } from './feed-source-state.tsx';

const REFRESH_MS = 2_000;

/** A vendor's feed that comes by itself: from where, when, and how it fared (rule: Feeds by themselves). */
export function FeedSourcePage() {
  return (
    <VendorPage current="/feed">{({ vendorId }) => <Source key={vendorId} vendorId={vendorId} />}</VendorPage>
  );
}

function Source({ vendorId }: { vendorId: number }) {
  const path = `/api/vendors/${vendorId}/feed-source`;
  const client = useQueryClient();
  const saved = useGet(path, feedSourceResource, {
    refetchInterval: ({ state }) => (state.data?.asked ? REFRESH_MS : false),
  });
  const show = (source: FeedSourceResource): void => {
    client.setQueryData([path], source);
    void client.invalidateQueries({ queryKey: [`/api/vendors/${vendorId}/glance`] });
  };
  return (
    <Loaded query={saved} noun="source" height={240}>
      {(source) => (
        <>
          {source.place && <FeedSourceState path={path} source={source} onChange={show} />}
          <FeedSourceForm path={path} source={source} onChange={show} />
        </>
      )}
    </Loaded>
  );
}
