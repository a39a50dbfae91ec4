import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { joinPieces, listPiece } from './index.ts';

const row = (index: number): string =>
  JSON.stringify({ parcelName: `P-${index}`, remarks: 'é'.repeat(index % 7) });
const rows = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => row(from + index));

test.each([[[1]], [[3, 1, 200]], [[128, 128, 128, 7]], [[4000, 1, 1]]])(
  'pieces of %j rows are one gzip of the whole list, checked by its checksum and length',
  async (sizes) => {
    const all = rows(sizes.reduce((sum, size) => sum + size, 0));
    let from = 0;
    const pieces = await Promise.all(
      sizes.map((size) => {
        const piece = listPiece(all.slice(from, from + size));
        from += size;
        return piece;
      }),
    );
    expect(gunzipSync(joinPieces(pieces)).toString()).toBe(`[${all.join(',')}]`);
  },
);

test('a list without rows is an empty array', () => {
  expect(gunzipSync(joinPieces([])).toString()).toBe('[]');
});

test('a piece in another place is noticed: the hash is of its text, the checksum of the whole', async () => {
  const [one, other] = [await listPiece(rows(5)), await listPiece(rows(5, 5))];
  expect(one.hash).not.toBe(other.hash);
  expect(joinPieces([one, other]).subarray(-8)).not.toEqual(joinPieces([other, one]).subarray(-8));
});
