import { useCanAccess } from 'react-admin';
import { useId, useState, type DragEvent } from 'react';
import { ChooseFile } from '../choose-file.tsx';
import styles from './drop-file.module.css';

type DropFileProps = {
  /** What the button says, and the field is called. */
  label: string;
  hint: string;
  accept: string;
  /** What the button says while the last file is processed; null when none is. */
  busy: string | null;
  onFile: (file: File) => void;
};

/** A place to drop a file of a vendor, or to choose one; for administrators only (product: Reassortment inputs). */
export function DropFile({ label, hint, accept, busy, onFile }: DropFileProps) {
  const { canAccess = false } = useCanAccess({ resource: 'vendors', action: 'edit' });
  const [over, setOver] = useState(false);
  const note = useId();
  const open = canAccess && busy === null;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && open) onFile(file);
  };
  return (
    <div
      className={styles['place']}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(open);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <ChooseFile
        label={label}
        accept={accept}
        busy={busy}
        disabled={!canAccess}
        note={note}
        onFile={onFile}
      />
      <p id={note}>{hint}</p>
    </div>
  );
}
