import { expect, it } from 'vitest';
import { fileInBase64 } from './file-base64.ts';

it('answers a file’s bytes, and says of an empty file that it is empty', async () => {
  expect(await fileInBase64(new File(['a,b'], 'stock.csv'))).toBe('YSxi');
  await expect(fileInBase64(new File([], 'stock.csv'))).rejects.toThrow(
    'stock.csv is empty: there is nothing to read in it.',
  );
});
