import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A program for a thread: its source, and its name as it is built (deploy/build/programs.mjs). */
export type ThreadProgram = { source: URL; built: string };

/**
 * What a program answers in a thread of its own, which ends with the answer. An abort of the signal ends the thread at
 * once, and rejects with the signal's reason. Rejects with the thread's error, such as an exhausted memory.
 * @param answerIn the answer in what the program says; undefined: it goes on
 */
export async function inThread<Message, Answer>(
  { source, built }: ThreadProgram,
  options: Pick<WorkerOptions, 'workerData' | 'transferList' | 'resourceLimits'>,
  signal: AbortSignal,
  answerIn: (message: Message) => Answer | undefined,
): Promise<Answer> {
  signal.throwIfAborted();
  // The built program is next to the bundle; from source, as in tests, another one starts it.
  const file = import.meta.url.endsWith('.ts') ? './thread-from-source.mjs' : `./${built}.js`;
  const worker = new Worker(new URL(file, import.meta.url), {
    ...options,
    argv: [source.href],
    execArgv: [],
  });
  let stop: (() => void) | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop);
      worker.on('message', (message: Message) => {
        const answer = answerIn(message);
        if (answer !== undefined) resolve(answer);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error(`the thread of ${built} ended without an answer`)));
    });
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
