import { readdirSync, readFileSync } from 'node:fs';
import type { Database } from '#services/platform/database/index.ts';

const TICK_MS = 10;

/** Processor time that a process, its children and those that have ended used so far, in milliseconds; as Linux counts it. */
export function processorOf(parent: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').map(Number)) {
    if (Number.isNaN(pid)) continue;
    const fields = statOf(pid);
    // After the name: state, parent, …; user and system time are the 12th and 13th, those of ended children the next.
    const [, ppid, user, system, endedUser, endedSystem] = [0, 1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    if (pid === parent) ticks += user! + system! + endedUser! + endedSystem!;
    else if (ppid === parent) ticks += user! + system!;
  }
  return ticks * TICK_MS;
}

function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

/** The memory that a process has in use now, and the most that it has had, in megabytes; as Linux counts it. */
export function residentOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

/** The process of Postgres whose children its backends are. */
export async function postmasterOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`);
  return Number.parseInt(rows[0]!.file, 10);
}
