import type { ReactNode } from 'react';
import { whileBusy } from '#web-shared/components/button/button.tsx';
import { useNoServer } from '../../lib/connection.ts';

type BottomButtonProps = {
  className: string | undefined;
  busy: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** One of the bottom items that needs the server (product: Bottom items). */
export function BottomButton({ className, busy, onClick, children }: BottomButtonProps) {
  const closed = useNoServer();
  return (
    <button
      type="button"
      className={className}
      disabled={closed !== null}
      title={closed ?? undefined}
      onClick={onClick}
      {...whileBusy(busy)}
    >
      {children}
    </button>
  );
}
