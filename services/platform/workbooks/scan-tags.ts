/** The XML is not well formed, or has a document type, which no workbook needs. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml';
}

/** Far deeper than a workbook goes. */
const DEEPEST = 64;
const CDATA = '<![CDATA[';
const QUOTE = 34;
const APOSTROPHE = 39;
const GREATER = 62;

/**
 * Called with the text between tags as it is written, and with each closing tag; a self-closing tag opens and closes.
 */
export type Inside = { text?(written: string): void; close?(name: string): void };

/**
 * Goes through XML once and calls `open` for each opening tag, with what is between its name and its end. The time
 * grows with the length alone: no tree, no entities. Names are without the prefix that the first element has: some
 * programs write `x:row` for `row`. `open` ends the scan by throwing. Throws BrokenXml, also when elements are nested too
 * deeply, which slows other readers down.
 */
export function scanTags(
  xml: string,
  open: (name: string, attributes: string) => void,
  inside?: Inside,
): void {
  let depth = 0;
  let after = 0;
  let prefix: string | undefined;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const second = xml[at + 1];
    if (inside?.text && at > after) inside.text(xml.slice(after, at));
    if (second === '!' || second === '?') {
      const end = afterNoTag(xml, at, second);
      // It is plain text, in which nothing is a reference.
      if (inside?.text && xml.startsWith(CDATA, at))
        inside.text(xml.slice(at + CDATA.length, end - 3).replaceAll('&', '&amp;'));
      at = end;
    } else {
      const end = endOfTag(xml, at + 1);
      if (second === '/') depth -= 1;
      else if (xml[end - 1] !== '/') depth += 1;
      if (depth < 0 || depth > DEEPEST) throw new BrokenXml();
      const tag = xml.slice(second === '/' ? at + 2 : at + 1, end);
      const written = /^[^\s/]+/.exec(tag)?.[0] ?? '';
      prefix ??= written.slice(0, written.indexOf(':') + 1);
      const name = written.startsWith(prefix) ? written.slice(prefix.length) : written;
      if (second !== '/') open(name, tag.slice(written.length));
      if (second === '/' || xml[end - 1] === '/') inside?.close?.(name);
      at = end + 1;
    }
    after = at;
  }
  if (depth !== 0) throw new BrokenXml();
}

/** Where a comment, an instruction or a CDATA section that begins here ends. */
function afterNoTag(xml: string, at: number, second: '!' | '?'): number {
  const isComment = xml.startsWith('<!--', at);
  if (second === '!' && !isComment && !xml.startsWith(CDATA, at)) throw new BrokenXml();
  const end = second === '?' ? '?>' : isComment ? '-->' : ']]>';
  const found = xml.indexOf(end, at + (isComment ? 4 : 2));
  if (found < 0) throw new BrokenXml();
  return found + end.length;
}

/** The place of the `>` that ends a tag; one within quotes does not. */
function endOfTag(xml: string, from: number): number {
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (code === GREATER) return at;
    if (code !== QUOTE && code !== APOSTROPHE) continue;
    at = xml.indexOf(code === QUOTE ? '"' : "'", at + 1);
    if (at < 0) break;
  }
  throw new BrokenXml();
}

/** The value of the attribute of this name, or of the first whose name matches, as it is written, or undefined. */
export function attribute(attributes: string, name: string | RegExp): string | undefined {
  const next = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  while (next.lastIndex < attributes.length) {
    const [, key, quoted, other] = next.exec(attributes) ?? [];
    if (key === undefined) break;
    if (typeof name === 'string' ? key === name : name.test(key)) return quoted ?? other;
  }
  return undefined;
}
