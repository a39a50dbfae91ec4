import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('a program whose launcher goes while it is being loaded ends', async () => {
  const standIn = path.join(import.meta.dirname, '../../tests/faults/stand-ins/idle-server.ts');
  const program = fork(standIn, ['--port', '0'], {
    execArgv: ['--import', 'tsx', '--import', path.join(import.meta.dirname, 'exit-with-parent.mjs')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  program.disconnect();
  expect(await once(program, 'exit')).toEqual([1, null]);
});
