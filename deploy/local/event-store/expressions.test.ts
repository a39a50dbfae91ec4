import { describe, expect, it } from 'vitest';
import { compileExpression } from './expressions.ts';
import { InvalidRequest } from './failures.ts';

describe("a filter's regular expression", () => {
  it.each([
    ['^stone-', 'stone-1', 'my-stone-1'],
    ['(?i)stone', 'STONE-1', 'st'],
    [String.raw`\Astone\z`, 'stone', 'stones'],
    [String.raw`stone\Z`, 'stone\n', 'stones'],
    [String.raw`^\p{Lu}\w+$`, 'Ärger', 'ärger'],
    [String.raw`^\d+$`, '٣', 'a'],
    [String.raw`^[\d\s]+$`, '1\u00a02', 'a'],
    [String.raw`\u00e4`, 'ä', 'a'],
    [String.raw`^[^\$].*`, 'a', '$a'],
    ['^[]a]+$', ']a', 'b'],
    ['^[^]a]+$', 'b', ']'],
    [String.raw`^\W$`, '-', 'é'],
    ['(?<year>a)', 'a', 'b'],
  ])('%s means what it means in .NET', (source, matching, other) => {
    const matches = compileExpression(source);
    expect([matches(matching), matches(other)]).toEqual([true, false]);
    // Also when it is asked again.
    expect([matches(matching), matches(other)]).toEqual([true, false]);
  });

  it.each([
    '(?>a)b',
    '(?=a)',
    '(?<!a)b',
    String.raw`(a)\1`,
    String.raw`\p{IsGreek}`,
    '[a-z-[aeiou]]',
    '[[:alpha:]]',
    String.raw`[\W]`,
    String.raw`\Q.\E`,
    '(?x)a b',
    '(?P<x>a)',
    'a{1001}',
    '(',
    'x'.repeat(1_001),
  ])('%s is refused rather than understood otherwise', (source) => {
    expect(() => compileExpression(source)).toThrow(InvalidRequest);
  });

  it('takes no longer than the text and the expression are long', () => {
    const begun = performance.now();
    expect(compileExpression('^(a+)+$')(`${'a'.repeat(2_000)}!`)).toBe(false);
    expect(compileExpression('(x+x+)+y')('x'.repeat(2_000))).toBe(false);
    // Backtracking would take longer than the world stands.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
