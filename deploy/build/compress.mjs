// Compressed neighbours (.br, .gz) for built pages, so that nothing is compressed while it is being served.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt|wasm)$/;
const SMALLEST_BYTES = 1024;
const BROTLI_QUALITY = 9;

/**
 * Writes `x.br` and `x.gz` beside every file of text in a folder that is worth it.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      if (content.length < SMALLEST_BYTES) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
      await Promise.all([
        promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${file}.br`, small)),
        promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
      ]);
    }),
  );
}
