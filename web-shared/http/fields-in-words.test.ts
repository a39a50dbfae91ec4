import { expect, it } from 'vitest';
import { fieldsInWords } from './fields-in-words.ts';

it.each([
  [
    'minInventory: the minimum is above the maximum.',
    ['minInventory'],
    'Min inventory: the minimum is above the maximum.',
  ],
  ['model.0.ringSize must be a number.', ['model.0.ringSize'], 'Ring size must be a number.'],
  ['reason: say why.', ['reason'], 'Reason: say why.'],
  ['Give fileName and fileBody.', ['fileName', 'fileBody'], 'Give file name and file body.'],
  ['The new date lies in the future.', ['newDate'], 'The new date lies in the future.'],
  ['Main Street!D7: give a whole number.', ['Main Street!D7'], 'Main Street!D7: give a whole number.'],
  ['Login Failed', [], 'Login Failed'],
])('%s', (message, fields, words) => expect(fieldsInWords(message, fields)).toBe(words));
