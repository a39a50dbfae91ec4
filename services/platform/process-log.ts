/** Where a process says, in sentences, what its operator may need to know. */
export type ProcessLog = { info(message: string): void; warn(message: string): void };
