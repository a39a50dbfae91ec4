/** A heading or value as maps compare it: ignoring case and outer spaces (rule: Maps). */
export const plainWord = (word: string): string => word.trim().toLowerCase();
