/** Resolves after `ms` milliseconds; with 0, once the browser has had its turn. */
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
