import { lazy, Suspense, useState } from 'react';
import { IconButton } from '#web-shared/components/button/button.tsx';

const StockCount = lazy(() => import('./stock-count.tsx'));

/** Opens the stock count (product: Stock count). */
export function StockCountButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="scan" label="Stock count" onClick={() => setOpen(true)} />
      {open && (
        <Suspense fallback={null}>
          <StockCount onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
