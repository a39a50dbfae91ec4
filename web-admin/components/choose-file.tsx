import { useRef } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';

type ChooseFileProps = {
  /** What the button says, and the field is called. */
  label: string;
  accept: string;
  /** What the button says while the last file is processed; null when none is. */
  busy: string | null;
  disabled?: boolean;
  primary?: boolean;
  /** The id of its description. */
  note?: string;
  onFile: (file: File) => void;
};

/** A button that asks for a file. */
export function ChooseFile(props: ChooseFileProps) {
  const { label, accept, busy, disabled = false, primary = false, note, onFile } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={`${label}: file`}
        disabled={disabled || busy !== null}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        look={primary ? 'primary' : 'outlined'}
        busy={busy !== null}
        disabled={disabled}
        aria-describedby={note}
        onClick={() => input.current?.click()}
      >
        {busy ?? label}
      </Button>
    </>
  );
}
