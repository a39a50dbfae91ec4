// Values from outside read without zod: its schemas weigh as much as half of the signed-in shell's own code.

import { LINES, type Line } from '#contracts/vocabulary/lines.ts';

/** A JSON object, whose fields are not known yet. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Whether a word is one of these names: case and outer spaces do not count. */
export const isNamed = (word: string, ...names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase() === word.trim().toLowerCase());

export const isLine = (value: unknown): value is Line => LINES.some((line) => line === value);
