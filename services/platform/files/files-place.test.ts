import { expect, test } from 'vitest';
import { folderOfFiles, isFilesAddress } from './files-place.ts';

test('files lie in the data folder, in a folder by its address, or in a bucket', () => {
  const dataFolder = '/srv/data';
  expect(folderOfFiles({ filesUrl: undefined, dataFolder })).toBe('/srv/data/files');
  expect(folderOfFiles({ filesUrl: 'file:///srv/our%20files', dataFolder })).toBe('/srv/our files');
  expect(
    folderOfFiles({ filesUrl: 's3://KEY:SECRET@minio.internal:9000/files', dataFolder }),
  ).toBeUndefined();
});

test.each(['file:///srv/files', 's3://KEY:SECRET@minio.internal:9000/files'])('%s is an address', (address) =>
  expect(isFilesAddress(address)).toBe(true),
);

test.each(['/srv/files', 'file://host/share', 'file:///', 'file:///srv/files?x=1', 'https://host/files', ''])(
  '"%s" is not',
  (address) => expect(isFilesAddress(address)).toBe(false),
);
