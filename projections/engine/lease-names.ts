/** What names a lease: a projection being followed, or a projection being rebuilt. */
export const followingOf = (projection: string): string => `projection ${projection}`;
export const rebuildingOf = (projection: string): string => `rebuild of projection ${projection}`;
