import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { unlessFailed } from './unless-failed.ts';

const calling = async (work: () => Promise<string>): Promise<string> => {
  const client = createQueryClient(() => undefined);
  return client.getMutationCache().build(client, { mutationFn: work, retry: false }).execute(undefined);
};

it('a call that succeeds gives its answer', async () =>
  expect(await unlessFailed(calling(() => Promise.resolve('done')))).toBe('done'));

it('a call that fails gives nothing, as its failure was shown', async () =>
  expect(await unlessFailed(calling(() => Promise.reject(new Error('refused'))))).toBeUndefined());

it('an error that no mutation has shown is not passed over', async () =>
  await expect(unlessFailed(Promise.reject(new Error('a fault of the program')))).rejects.toThrow(
    'a fault of the program',
  ));
