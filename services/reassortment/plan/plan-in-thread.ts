import { Worker } from 'node:worker_threads';
import type { PlanBody } from '#contracts/api/reassortment-plans.ts';
import type { Progress } from './make-plan.ts';
import type { PlanningMessage, PlanningTask } from './planning-program.ts';

/** Beside the bundle stands the built program; from source, as the tests run, another starts it. */
function program(): URL {
  const file = import.meta.url.endsWith('.ts') ? './planning-from-source.mjs' : './planning.js';
  return new URL(file, import.meta.url);
}

/**
 * Makes a plan off the main thread. Reports how far it is; an abort of the signal ends the thread at once, and rejects with
 * the signal's reason. Rejects with the thread's error, such as an exhausted memory.
 */
export async function planInThread(
  task: PlanningTask,
  { onProgress, signal }: { onProgress(progress: Progress): void; signal: AbortSignal },
): Promise<PlanBody> {
  signal.throwIfAborted();
  const worker = new Worker(program(), { workerData: task, execArgv: [] });
  let stop: (() => void) | undefined;
  try {
    return await new Promise<PlanBody>((resolve, reject) => {
      stop = () => reject(signal.reason as Error);
      signal.addEventListener('abort', stop);
      worker.on('message', (message: PlanningMessage) => {
        if ('plan' in message) resolve(message.plan);
        else onProgress(message.progress);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the planning of a plan ended without one')));
    });
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
