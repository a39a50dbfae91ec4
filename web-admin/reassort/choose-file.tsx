import { useRef } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';

type ChooseFileProps = {
  label: string;
  accept: string;
  busy: boolean;
  disabled?: boolean;
  primary?: boolean;
  onFile: (file: File) => void;
};

/** A button that asks for a file. */
export function ChooseFile({
  label,
  accept,
  busy,
  disabled = false,
  primary = false,
  onFile,
}: ChooseFileProps) {
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
        disabled={disabled}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <Button
        look={primary ? 'primary' : 'outlined'}
        busy={busy}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  );
}
