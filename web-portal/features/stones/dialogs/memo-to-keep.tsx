import { lazy, Suspense, useEffect } from 'react';
import type { Intent } from '#contracts/vocabulary/statuses.ts';
import { showMemo, useMemoToKeep } from '../../../lists/memo-to-keep.ts';

const MemoSheet = lazy(() => import('./memo-sheet.tsx'));

const TITLES: Readonly<Record<Intent, string>> = {
  REQUEST: 'Memo request',
  RETURN: 'Return',
  SOLD: 'Sale',
};

/** The memo of what was just requested, returned or sold, once its message is asked for it (product: Memo to keep). */
export function MemoToKeepDialog() {
  const memo = useMemoToKeep();
  // It is not shown in another session or with other prices.
  useEffect(() => () => showMemo(null), []);
  if (memo === null) return null;
  const { action, ...sheet } = memo;
  return (
    <Suspense fallback={null}>
      <MemoSheet title={TITLES[action]} {...sheet} onClose={() => showMemo(null)} />
    </Suspense>
  );
}
