import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { AssetPageFrame } from '../../features/asset-pages/asset-page-frame.tsx';
import { rowOf } from '../../lists/list-cache.ts';
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

/** A link does not name the line, so it is looked up. */
function StoneTabPage({ known, parcelName }: { known: Line | null; parcelName: string }) {
  const client = useQueryClient();
  const found = useQuery({ ...lineQuery(client, parcelName), enabled: known === null });
  if (known === null && found.isPending) return null;
  const line = known ?? found.data ?? 'natural';
  return (
    <Suspense fallback={null}>
      <StonePage line={line} parcelName={parcelName} row={rowOf(client, line, parcelName)} />
    </Suspense>
  );
}
