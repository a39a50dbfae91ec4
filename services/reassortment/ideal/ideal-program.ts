/** Reads one ideal inventory in a thread of its own (rule: Workbook limits): what its tables cost is known when they are read. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Sheet } from '#services/platform/workbooks/index.ts';
import type { NamedStore } from './ideal-reading.ts';
import { readIdeal } from './read-ideal.ts';

/** What the thread is given; it answers what `readIdeal` returns. */
export type IdealTask = { sheets: readonly Sheet[]; stores: readonly NamedStore[] };

const { sheets, stores } = workerData as IdealTask;
parentPort?.postMessage(readIdeal(sheets, stores));
