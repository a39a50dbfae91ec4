import { createContext, useContext, useState, type ReactNode } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { HandleDialog, type Handled } from './handle-dialog.tsx';

const Handle = createContext<(row: Handled) => void>(() => undefined);

/** Around an inbox's list: the dialog stays open when its row leaves the list. */
export function Handling({
  resource,
  children,
}: {
  resource: 'anomalies' | 'suspense';
  children: ReactNode;
}) {
  const [row, setRow] = useState<Handled | null>(null);
  return (
    <Handle.Provider value={setRow}>
      {children}
      {row && <HandleDialog resource={resource} {...row} onClose={() => setRow(null)} />}
    </Handle.Provider>
  );
}

/** Opens the dialog of one row of an inbox. */
export function HandleButton({ row }: { row: Handled }) {
  const open = useContext(Handle);
  return (
    <Button aria-label={`Handle ${row.name}`} onClick={() => open(row)}>
      Handle…
    </Button>
  );
}
