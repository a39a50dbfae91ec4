import type { PlanBody } from '#contracts/api/reassortment-plans.ts';
import { inThread } from '#services/platform/in-thread.ts';
import type { Progress } from './solve-plan.ts';
import type { PlanningMessage, PlanningTask } from './planning-program.ts';

const PROGRAM = { source: new URL('./planning-program.ts', import.meta.url), built: 'planning' };

/** Makes a plan off the main thread, as `inThread` does; reports how far it is. */
export const planInThread = (
  task: PlanningTask,
  { onProgress, signal }: { onProgress(progress: Progress): void; signal: AbortSignal },
): Promise<PlanBody> =>
  inThread(PROGRAM, { workerData: task }, signal, (message: PlanningMessage) => {
    if ('plan' in message) return message.plan;
    onProgress(message.progress);
    return undefined;
  });
