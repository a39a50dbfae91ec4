import { setTimeout as sleep } from 'node:timers/promises';

/** How long a caller waits for a job, and how often it looks, in milliseconds. */
export type Waiting = { timeoutMs?: number; signal?: AbortSignal; lookEveryMs?: number };

/**
 * A job once it has ended, or as it is when the time is up or the signal is aborted. Without a time limit it waits for
 * ever.
 * @param look returns the job as it is now
 */
export async function whenEnded<Job>(
  look: () => Promise<Job>,
  isUnderWay: (job: Job) => boolean,
  { timeoutMs = Number.POSITIVE_INFINITY, signal, lookEveryMs = 100 }: Waiting,
): Promise<Job> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const job = await look();
    if (!isUnderWay(job) || signal?.aborted || performance.now() >= deadline) return job;
    await sleep(lookEveryMs);
  }
}
