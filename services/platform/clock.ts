/** The present moment; injected so that history can be walked through with dates of its own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
