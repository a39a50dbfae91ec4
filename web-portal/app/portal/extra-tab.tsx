import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { AssetPageFrame } from '../../features/asset-pages/asset-page-frame.tsx';
import { NotLoaded } from '../../features/stones/details/not-loaded.tsx';
import { listedRowOf } from '../../lists/list-cache.ts';
import { lineQuery } from './find-line.ts';
import type { ExtraTab as Tab } from './tabs.ts';

const loadStonePage = () => import('../../features/stones/details/stone-page.tsx');
const StonePage = lazy(loadStonePage);

/** Fetches the page of a stone ahead of the first click on one. */
export const preloadStonePage = (): void => void loadStonePage();

/** What a closable tab shows. */
export function ExtraTab({ tab }: { tab: Tab }) {
  if (tab.kind === 'page') return <AssetPageFrame path={tab.key} title={tab.header} />;
  return <StoneTabPage known={tab.line} parcelName={tab.key} />;
}

/**
 * A link does not name the line, so it is looked up; where that failed, or no line had it, every line is asked again. A
 * parcel of no line has the page of a natural, which shows that it could not be loaded.
 */
function StoneTabPage({ known, parcelName }: { known: Line | null; parcelName: string }) {
  const client = useQueryClient();
  const found = useQuery({ ...lineQuery(client, parcelName), enabled: known === null });
  if (known === null && found.isPending) return null;
  const lookAgain = (): void => void found.refetch();
  const line = known ?? found.data ?? 'natural';
  const listed = listedRowOf(client, line, parcelName);
  if (known === null && found.isError && !listed)
    return (
      <NotLoaded line={line} onRetry={lookAgain}>
        {found.error.message}
      </NotLoaded>
    );
  return (
    <Suspense fallback={null}>
      <StonePage
        line={line}
        parcelName={parcelName}
        listed={listed}
        onRetry={known === null && !found.data ? lookAgain : undefined}
      />
    </Suspense>
  );
}
