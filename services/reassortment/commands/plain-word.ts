/** A head or value as maps compare it: without case and outer spaces (rule: Maps). */
export const plainWord = (word: string): string => word.trim().toLowerCase();
