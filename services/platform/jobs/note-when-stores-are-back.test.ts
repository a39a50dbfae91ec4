import { expect, test, vi } from 'vitest';
import { FilesUnavailable } from '../files/index.ts';
import { noteWhenStoresAreBack } from './note-when-stores-are-back.ts';

const never = new AbortController().signal;
const away = () => new FilesUnavailable('away');

test('what cannot be noted while a store is away is noted once it answers', async () => {
  const note = vi.fn<() => Promise<void>>().mockRejectedValueOnce(away()).mockResolvedValueOnce();
  await noteWhenStoresAreBack(note, never);
  expect(note).toHaveBeenCalledTimes(2);
});

test('what fails for another reason is thrown, and so is what fails while the process stops', async () => {
  await expect(noteWhenStoresAreBack(() => Promise.reject(new Error('wrong')), never)).rejects.toThrow(
    'wrong',
  );
  await expect(noteWhenStoresAreBack(() => Promise.reject(away()), AbortSignal.abort())).rejects.toThrow(
    'away',
  );
});
