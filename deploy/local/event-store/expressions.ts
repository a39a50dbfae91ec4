import { RE2JS } from 're2js';
import { InvalidRequest } from './failures.ts';

/** Tells whether some part of a text matches. */
export type Expression = (text: string) => boolean;

const MOST_CHARACTERS = 1_000;
const MOST_REMEMBERED = 10_000;

const DIGIT = String.raw`\p{Nd}`;
const WORD = String.raw`\p{L}\p{Mn}\p{Nd}\p{Pc}`;
const SPACE = String.raw`\s\x0b\x{85}\p{Z}`;

/** What .NET means by an escape, outside of brackets and within them; undefined where it has no equivalent. */
const ESCAPES: Readonly<Record<string, { readonly outside?: string; readonly within?: string }>> = {
  d: { outside: DIGIT, within: DIGIT },
  D: { outside: String.raw`\P{Nd}`, within: String.raw`\P{Nd}` },
  w: { outside: `[${WORD}]`, within: WORD },
  W: { outside: `[^${WORD}]` },
  s: { outside: `[${SPACE}]`, within: SPACE },
  S: { outside: `[^${SPACE}]` },
  Z: { outside: String.raw`(?:\n?\z)` },
  // RE2 would take these for something else than .NET.
  Q: {},
  C: {},
};

/**
 * Compiles a filter's regular expression, which is written for .NET, so that no text takes longer than its length
 * times the expression's: it is run by RE2. What RE2 cannot do is refused.
 * @throws InvalidRequest
 */
export function compileExpression(source: string): Expression {
  if (source.length > MOST_CHARACTERS) {
    throw new InvalidRequest(`the filter's regular expression has more than ${MOST_CHARACTERS} characters`);
  }
  const compiled = compile(translate(source));
  // Types and streams come again and again.
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const matches = compiled.test(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(text, matches);
    return matches;
  };
}

function compile(translated: string): RE2JS {
  try {
    return RE2JS.compile(translated);
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error));
  }
}

function refusal(why: string): InvalidRequest {
  return new InvalidRequest(
    `the filter's regular expression cannot be used: ${why}. Write it without look-around, back-references, atomic groups and options other than i, m and s`,
  );
}

/** Rewrites what .NET and RE2 write differently, and refuses what they understand differently. */
function translate(source: string): string {
  let out = '';
  let classBegan = -1;
  for (let at = 0; at < source.length; at += 1) {
    const within = classBegan >= 0;
    const rest = source.slice(at);
    const unicode = /^\\u([0-9a-fA-F]{4})/.exec(rest)?.[1];
    if (unicode !== undefined) {
      out += `\\x{${unicode}}`;
      at += 5;
    } else if (rest.startsWith('\\')) {
      const letter = rest.charAt(1);
      const meaning = Object.hasOwn(ESCAPES, letter)
        ? ESCAPES[letter]
        : { outside: rest.slice(0, 2), within: rest.slice(0, 2) };
      const written = within ? meaning?.within : meaning?.outside;
      if (written === undefined) throw refusal(`\\${letter} is not known here`);
      out += written;
      at += 1;
    } else {
      if (!within && rest.startsWith('(?P')) throw refusal('(?P is not known in .NET');
      if (within && (rest.startsWith('[:') || rest.startsWith('-[')))
        throw refusal(`${rest.slice(0, 2)} within brackets`);
      if (!within && rest.startsWith('[')) classBegan = at;
      const first = classBegan + (source.charAt(classBegan + 1) === '^' ? 2 : 1);
      if (within && rest.startsWith(']') && at > first) classBegan = -1;
      out += rest.charAt(0);
    }
  }
  return out;
}
