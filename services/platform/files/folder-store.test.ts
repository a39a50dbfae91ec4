import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BadFileKey, contentTypeOf, FilesUnavailable } from './file-store.ts';
import { folderStore } from './folder-store.ts';

let above = '';
let root = '';
beforeEach(() => {
  above = mkdtempSync(path.join(os.tmpdir(), 'vitrine-files-'));
  root = path.join(above, 'files');
});
afterEach(() => rmSync(above, { recursive: true }));

describe('A folder of files', () => {
  it('gives back what was put, replaced whole, with its kind by its ending', async () => {
    const files = folderStore(root);
    await files.put('certificates/1234567.pdf', Buffer.from('first, and longer'));
    await files.put('certificates/1234567.pdf', Buffer.from('second'));
    expect(await files.get('certificates/1234567.pdf')).toEqual({
      bytes: Buffer.from('second'),
      size: 6,
      contentType: 'application/pdf',
    });
    expect(await files.head('certificates/1234567.pdf')).toEqual({ size: 6, contentType: 'application/pdf' });
    expect(readdirSync(path.join(root, 'certificates'))).toEqual(['1234567.pdf']);
  });

  it('has no file where none was kept, nor where a folder is', async () => {
    const files = folderStore(root);
    expect([await files.get('a/b.pdf'), await files.head('a/b.pdf')]).toEqual([undefined, undefined]);
    mkdirSync(path.join(root, 'a/b.pdf'), { recursive: true });
    writeFileSync(path.join(root, 'c.pdf'), '');
    expect([await files.get('a/b.pdf'), await files.head('a/b.pdf'), await files.get('c.pdf/d.pdf')]).toEqual(
      [undefined, undefined, undefined],
    );
  });

  it('takes a file away, also one that is not there', async () => {
    const files = folderStore(root);
    await files.put('a/b.pdf', Buffer.from('x'));
    await files.remove('a/b.pdf');
    await files.remove('a/b.pdf');
    expect(await files.get('a/b.pdf')).toBeUndefined();
    await expect(files.remove('../b.pdf')).rejects.toThrow(BadFileKey);
  });

  it('shows readers one whole version while many write', async () => {
    const files = folderStore(root);
    const versions = Array.from({ length: 20 }, (_, version) =>
      Buffer.alloc(50_000 + version, `${version % 10}`),
    );
    await files.put('x.csv', versions[0]!);
    const reads = Array.from({ length: 40 }, async () => (await files.get('x.csv'))!.bytes);
    await Promise.all(versions.map((version) => files.put('x.csv', version)));
    for (const read of await Promise.all(reads))
      expect(versions.some((version) => version.equals(read))).toBe(true);
    expect(readdirSync(root)).toEqual(['x.csv']);
  });

  it('leaves nothing behind and the former file in place when it cannot write', async () => {
    const files = folderStore(root);
    await files.put('a.pdf', Buffer.from('kept'));
    await expect(files.put('a.pdf/b.pdf', Buffer.from('lost'))).rejects.toThrow(FilesUnavailable);
    mkdirSync(path.join(root, 'taken.pdf/full'), { recursive: true });
    await expect(files.put('taken.pdf', Buffer.from('lost'))).rejects.toThrow(/could not be written/);
    expect(readdirSync(root).sort()).toEqual(['a.pdf', 'taken.pdf']);
    expect((await files.get('a.pdf'))?.bytes.toString()).toBe('kept');
  });
});

describe('A key', () => {
  it.each([
    '../x.pdf',
    'a/../../x.pdf',
    '/etc/x.pdf',
    'a//x.pdf',
    '.hidden.pdf',
    'a/.x.pdf',
    'a\\..\\x.pdf',
    'x.pdf\0',
    'x',
    'x.exe',
    '.pdf',
    '',
    'a/',
    `${'a'.repeat(200)}.pdf`,
    'x.constructor',
  ])('%j is refused by every call, and nothing is written', async (key) => {
    const files = folderStore(root);
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow(BadFileKey);
    await expect(files.get(key)).rejects.toThrow(BadFileKey);
    await expect(files.head(key)).rejects.toThrow(BadFileKey);
    expect(existsSync(root)).toBe(false);
  });

  it('that is taken never leads out of the folder', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '~', 'a', '%2e', 'C:'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const key = `${pieces.join('')}.pdf`;
        try {
          contentTypeOf(key);
        } catch (error) {
          expect(error).toBeInstanceOf(BadFileKey);
          return;
        }
        const place = path.resolve('/root-of-files', key);
        expect(path.relative('/root-of-files', place)).toBe(key);
        expect(place.startsWith('/root-of-files/')).toBe(true);
      }),
    );
  });
});
