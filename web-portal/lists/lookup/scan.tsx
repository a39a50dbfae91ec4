import { useEffect, useRef, useState } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { toastFailure } from '#web-shared/components/toast/toast.ts';
import { codeReader, numbersIn, type CodeReader } from './codes.ts';
import styles from './lookup.module.css';

const LOOK_EVERY_MS = 250;

/**
 * The numbers of certificates' QR or bar codes, by the camera or from a photo (product: Find). Nothing is offered where
 * the browser reads no codes.
 */
export function Scan({ onNumbers }: { onNumbers: (numbers: readonly string[]) => void }) {
  const [reader, setReader] = useState<CodeReader | null>(null);
  const [watching, setWatching] = useState(false);
  const photo = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let here = true;
    void codeReader().then((found) => here && setReader(found));
    return () => {
      here = false;
    };
  }, []);
  if (reader === null) return null;
  const readPhoto = async (file: File): Promise<void> => {
    try {
      const picture = await createImageBitmap(file);
      const numbers = await numbersIn(reader, picture);
      if (numbers.length > 0) onNumbers(numbers);
      else toastFailure('There is no code in this photo that can be read.', 'happier');
    } catch {
      toastFailure('This photo could not be read.', 'happier');
    }
  };
  return (
    <div className={styles['scan']}>
      {'mediaDevices' in navigator && (
        <Button aria-pressed={watching} onClick={() => setWatching(!watching)}>
          {watching ? 'Close camera' : 'Scan by camera'}
        </Button>
      )}
      <Button onClick={() => photo.current?.click()}>Read a photo</Button>
      <input
        ref={photo}
        type="file"
        accept="image/*"
        hidden
        aria-label="Photo of a code"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void readPhoto(file);
        }}
      />
      {watching && <Camera reader={reader} onNumbers={onNumbers} onClose={() => setWatching(false)} />}
    </div>
  );
}

type CameraProps = {
  reader: CodeReader;
  onNumbers: (numbers: readonly string[]) => void;
  onClose: () => void;
};

/** The camera's picture, looked through for codes until it is closed. */
function Camera({ reader, onNumbers, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const heard = useRef({ onNumbers, onClose });
  useEffect(() => {
    heard.current = { onNumbers, onClose };
  });
  useEffect(() => {
    let closed = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout>;
    const look = async (): Promise<void> => {
      const picture = video.current;
      if (closed || !picture) return;
      // Before its first picture there is nothing to look at.
      if (picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) {
        const numbers = await numbersIn(reader, picture);
        if (numbers.length > 0) heard.current.onNumbers(numbers);
      }
      timer = setTimeout(watch, LOOK_EVERY_MS);
    };
    const fail = (): void => {
      if (closed) return;
      toastFailure('The camera could not be opened. You can choose a photo instead.', 'happier');
      heard.current.onClose();
    };
    const watch = (): void => void look().catch(fail);
    const open = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (closed || !video.current) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      video.current.srcObject = stream;
      await video.current.play();
      watch();
    };
    open().catch(fail);
    return () => {
      closed = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, [reader]);
  return <video ref={video} muted playsInline aria-label="What the camera sees" />;
}
