/** Query options of a page that shows its own failures, where react-admin would show a toast each time. */
export const failuresInPlace = {
  onError: (): void => {
    // Nothing more: the page shows it.
  },
};

/** As above, and the page refreshes automatically while it is in sight. */
export const refreshedEvery = (seconds: number) => ({ ...failuresInPlace, refetchInterval: seconds * 1000 });
