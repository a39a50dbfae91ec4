import { expect, test } from 'vitest';
import { metricCollector, sample, worseWhenMore, yesOrNo, type MetricSource } from './index.ts';

const waiting = worseWhenMore('waiting', 'What waits.');
const reachable = yesOrNo('reachable', 'Whether it answers.');
const never = () => new Promise<never>(() => undefined);

function collector(read: MetricSource['read'], always: MetricSource['always'] = []) {
  const problems: string[] = [];
  const collect = metricCollector([{ families: [waiting, reachable], always, read }], {
    withinMs: 20,
    onProblem: (series, error) => void problems.push(`${series}: ${String(error)}`),
  });
  const values = async () =>
    (await collect()).flatMap(({ samples }) =>
      samples.map(({ family, labels, value }) => `${family}{${Object.values(labels).join()}} ${value}`),
    );
  return { values, problems };
}

test.each([
  ['fails', () => Promise.reject(new Error('away')), 'waiting, reachable: Error: away'],
  ['does not answer', never, 'waiting, reachable: Error: no answer within 20 ms'],
])('a source that %s has its series all the same, and they read bad', async (_how, read, problem) => {
  const { values, problems } = collector(read, [
    { family: 'waiting', labels: { of: 'mail' } },
    { family: 'reachable', labels: {} },
  ]);
  expect(await values()).toEqual(['waiting{mail} Infinity', 'reachable{} 0']);
  expect(problems).toEqual([problem]);
});

test('series seen once read bad while the source is away, and right again afterwards', async () => {
  let away = false;
  const { values } = collector(async () => {
    if (away) throw new Error('away');
    return [sample('waiting', { of: 'feeds' }, 3), sample('reachable', {}, 1)];
  });
  expect(await values()).toEqual(['waiting{feeds} 3', 'reachable{} 1']);
  away = true;
  expect(await values()).toEqual(['waiting{feeds} Infinity', 'reachable{} 0']);
  away = false;
  expect(await values()).toEqual(['waiting{feeds} 3', 'reachable{} 1']);
});

test('calls at the same time share a question', async () => {
  let asked = 0;
  const { values } = collector(() => {
    asked += 1;
    return never();
  });
  await Promise.all([values(), values()]);
  expect(asked).toBe(1);
});

test('given a question that hung, when the source answers again, then it is asked anew and the late answer is not taken', async () => {
  const late: (() => void)[] = [];
  let hangs = true;
  const { values } = collector(() => {
    if (!hangs) return Promise.resolve([sample('waiting', { of: 'feeds' }, 3)]);
    return new Promise((resolve) => late.push(() => resolve([sample('waiting', { of: 'old' }, 9)])));
  });
  expect(await values()).toEqual([]);
  hangs = false;
  expect(await values()).toEqual(['waiting{feeds} 3']);
  for (const answer of late) answer();
  expect(await values()).toEqual(['waiting{feeds} 3']);
});
