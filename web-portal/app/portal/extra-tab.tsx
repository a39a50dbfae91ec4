import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { AssetPageFrame } from '../../features/asset-pages/asset-page-frame.tsx';
import { rowOf } from '../../features/stones/list-cache.ts';
import { lineQuery } from './find-line.ts';
import type { ExtraTab as Tab } from './tabs.ts';

const loadStonePage = () => import('../../features/stones/details/stone-page.tsx');
const StonePage = lazy(loadStonePage);

/** Fetches the page of a stone ahead of the first click on one. */
export const preloadStonePage = (): void => void loadStonePage();

/** What a closable tab shows. */
export function ExtraTab({ tab }: { tab: Tab }) {
  if (tab.kind === 'page') return <AssetPageFrame path={tab.key} title={tab.header} />;
  return tab.line ? (
    <StoneOfLine line={tab.line} parcelName={tab.key} />
  ) : (
    <StoneByLink parcelName={tab.key} />
  );
}

function StoneByLink({ parcelName }: { parcelName: string }) {
  const client = useQueryClient();
  const line = useQuery(lineQuery(client, parcelName));
  if (line.isPending) return null;
  return <StoneOfLine line={line.data ?? 'natural'} parcelName={parcelName} />;
}

function StoneOfLine({ line, parcelName }: { line: Line; parcelName: string }) {
  const client = useQueryClient();
  return (
    <Suspense fallback={null}>
      <StonePage line={line} parcelName={parcelName} row={rowOf(client, line, parcelName)} />
    </Suspense>
  );
}
