import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { joinChunks, listChunk } from './index.ts';

const row = (index: number): string =>
  JSON.stringify({ parcelName: `P-${index}`, remarks: 'é'.repeat(index % 7) });
const rows = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => row(from + index));

test.each([[[1]], [[3, 1, 200]], [[128, 128, 128, 7]], [[4000, 1, 1]]])(
  'chunks of %j rows are one gzip of the whole list, checked by its checksum and length',
  async (sizes) => {
    const all = rows(sizes.reduce((sum, size) => sum + size, 0));
    let from = 0;
    const chunks = await Promise.all(
      sizes.map((size) => {
        const chunk = listChunk(all.slice(from, from + size));
        from += size;
        return chunk;
      }),
    );
    expect(gunzipSync(joinChunks(chunks)).toString()).toBe(`[${all.join(',')}]`);
  },
);

test('a list without rows is an empty array', () => {
  expect(gunzipSync(joinChunks([])).toString()).toBe('[]');
});

test('a chunk in another place is noticed: the hash is of its text, the checksum of the whole', async () => {
  const [one, other] = [await listChunk(rows(5)), await listChunk(rows(5, 5))];
  expect(one.hash).not.toBe(other.hash);
  expect(joinChunks([one, other]).subarray(-8)).not.toEqual(joinChunks([other, one]).subarray(-8));
});
