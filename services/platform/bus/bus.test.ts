import { expect, test } from 'vitest';
import { openBus } from './index.ts';

function bus() {
  const problems: string[] = [];
  return { problems, bus: openBus({ onProblem: (message) => problems.push(message) }) };
}

test('a notice reaches the subscribers of its subject before publish returns', () => {
  const { bus: one } = bus();
  const seen: unknown[] = [];
  one.subscribe('changes', (message) => seen.push(message));
  one.subscribe('accounts', () => seen.push('not this one'));
  one.publish('changes', { position: '7' });
  expect(seen).toEqual([{ position: '7' }]);
});

test('an ended subscription hears nothing more', () => {
  const { bus: one } = bus();
  const seen: unknown[] = [];
  const end = one.subscribe('changes', (message) => seen.push(message));
  end();
  one.publish('changes', 1);
  expect(seen).toEqual([]);
});

test('a subscriber that fails is reported and does not keep the notice from the others', () => {
  const { bus: one, problems } = bus();
  const seen: unknown[] = [];
  one.subscribe('changes', () => {
    throw new Error('broken');
  });
  one.subscribe('changes', (message) => seen.push(message));
  one.publish('changes', 1);
  expect(seen).toEqual([1]);
  expect(problems).toEqual(['a subscriber of changes failed']);
});
