/** How long a start waits for a store that cannot be reached, in seconds: a wrong address is to be known soon. */
export const STORES_WAIT_SECONDS = 15;
