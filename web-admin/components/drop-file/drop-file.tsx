import { useCanAccess } from 'react-admin';
import { useId, useRef, useState, type DragEvent } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import styles from './drop-file.module.css';

type DropFileProps = {
  /** What the button says, and the field is called. */
  label: string;
  hint: string;
  accept: string;
  /** What is done with the last file, while it is; null: nothing. */
  busy: string | null;
  onFile: (file: File) => void;
};

/** A place to drop a file of a vendor, or to choose one; for administrators only (product: Reassortment inputs). */
export function DropFile({ label, hint, accept, busy, onFile }: DropFileProps) {
  const { canAccess = false } = useCanAccess({ resource: 'vendors', action: 'edit' });
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const note = useId();
  const disabled = !canAccess || busy !== null;
  const take = (file: File | undefined): void => {
    if (file && !disabled) onFile(file);
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={styles['place']}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`${label}: file`}
        disabled={disabled}
        onChange={({ target }) => take(target.files?.[0])}
      />
      <Button
        disabled={!canAccess}
        busy={busy !== null}
        aria-describedby={note}
        onClick={() => input.current?.click()}
      >
        {busy ?? label}
      </Button>
      <p id={note}>{hint}</p>
    </div>
  );
}
