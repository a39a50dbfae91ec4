import type { ReactNode } from 'react';
import { Button } from '#web-shared/components/button/button.tsx';
import { download, type SendOptions } from '../providers/http-client.ts';
import { useAct } from './use-act.ts';

type DownloadButtonProps = {
  path: string;
  /** The call's options; without them it is a GET. */
  options?: SendOptions;
  disabled?: boolean;
  /** What the button says while the file is being made; the same where it is not given. */
  working?: string;
  children: ReactNode;
};

/** Saves a file that the server makes. */
export function DownloadButton(props: DownloadButtonProps) {
  const { path, options = { method: 'GET' }, disabled, working, children } = props;
  const { busy, act } = useAct();
  const save = () => void act('download', async () => `${await download(path, options)} was saved.`);
  return (
    <Button busy={busy !== null} disabled={disabled} onClick={save}>
      {busy === null ? children : (working ?? children)}
    </Button>
  );
}
