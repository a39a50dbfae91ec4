import { describe, expect, it } from 'vitest';
import { createSealing } from './sealing.ts';

const [FIRST, NEXT] = [
  'the first secret of the house, long enough',
  'the next secret of the house, long enough',
];
const SECRET = Buffer.from('12345678901234567890');

describe('a sealed secret', () => {
  const sealed = createSealing([FIRST]).seal(SECRET, 'ada');
  it('opens for its owner, and is not readable', () => {
    expect(createSealing([FIRST]).open(sealed, 'ada')).toEqual(SECRET);
    expect(sealed.includes(SECRET)).toBe(false);
    expect(createSealing([FIRST]).seal(SECRET, 'ada')).not.toEqual(sealed);
  });
  it('does not open for another owner, by another key, or when it was changed', () => {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
    expect(createSealing([FIRST]).open(sealed, 'bob')).toBeNull();
    expect(createSealing([NEXT]).open(sealed, 'ada')).toBeNull();
    expect(createSealing([FIRST]).open(changed, 'ada')).toBeNull();
  });
  it('opens by a former key while it is named; what is sealed from then on does by the new one', () => {
    const both = createSealing([NEXT, FIRST]);
    expect(both.open(sealed, 'ada')).toEqual(SECRET);
    expect(createSealing([NEXT]).open(both.seal(SECRET, 'ada'), 'ada')).toEqual(SECRET);
  });
});
