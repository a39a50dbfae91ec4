import { describe, expect, it } from 'vitest';
import { listOf, replyWith, replyWithList, textIn } from './plain-replies.ts';

type Thing = { name: string; size: number | null };

describe('Replies without their schemas', () => {
  it('are seen to have the fields that they are used for', () => {
    const thing: Thing = { name: 'one', size: null };
    expect(replyWith<Thing>(thing, 'name', 'size')).toBe(thing);
    for (const other of [{ name: 'one' }, null, [thing], 'one'])
      expect(() => replyWith<Thing>(other, 'name', 'size')).toThrow(TypeError);
  });
  it('are lists of what was asked for', () => {
    expect(listOf<Thing>([], 'name')).toEqual([]);
    expect(listOf<Thing>([{ name: 'one' }], 'name')).toEqual([{ name: 'one' }]);
    for (const other of [{ name: 'one' }, [{ size: 1 }], ['one'], undefined])
      expect(() => listOf<Thing>(other, 'name')).toThrow(TypeError);
    expect(replyWithList<{ things: Thing[] }>({ things: [] }, 'things')).toEqual({ things: [] });
    expect(() => replyWithList<{ things: Thing[] }>({ things: null }, 'things')).toThrow(
      'things were expected',
    );
  });
  it('have a text where one is read', () => {
    expect(textIn({ id: 'one' }, 'id')).toBe('one');
    expect(() => textIn({ id: 1 }, 'id')).toThrow('id was expected');
  });
});
