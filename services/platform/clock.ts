/** The present moment. Injected, so that the demo and tests can walk through history. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
