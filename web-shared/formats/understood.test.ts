import { expect, it } from 'vitest';
import { NO_NUMBER, understood } from './understood.ts';

it.each([
  ['', null],
  ['1.5', null],
  ['1,500', 'Understood as 1,500.'],
  ['1.50', 'Understood as 1.5.'],
  ['1,5', NO_NUMBER],
])('beside %s stands %s (rule: Typed numbers)', (text, words) => expect(understood(text)).toBe(words));
