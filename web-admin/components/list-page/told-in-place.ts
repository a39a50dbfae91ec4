/** Query options of a page that shows its own failures, where react-admin would tell them by a toast each time. */
export const TOLD_IN_PLACE = {
  onError: (): void => {
    // Nothing more: the page says it.
  },
};

/** As above, and the page refreshes by itself, while somebody looks at it. */
export const refreshedEvery = (seconds: number) => ({ ...TOLD_IN_PLACE, refetchInterval: seconds * 1000 });
