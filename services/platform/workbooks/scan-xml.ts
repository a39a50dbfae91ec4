/** What a scan meets, in the order of the file. `attributes` is the text between a tag's name and its end. */
export type XmlVisitor = {
  open: (name: string, attributes: string) => void;
  /** A closing tag; `text` is what stood, as it is written, since the last tag of any kind. */
  close: (name: string, text: string) => void;
};

/** The XML is not well formed, or has a document type, which no workbook needs. */
export class BrokenXml extends Error {
  override readonly name = 'BrokenXml';
}

const QUOTE = 34;
const APOSTROPHE = 39;
const GREATER = 62;

/**
 * Goes through XML once, in a time that grows with its length alone: no tree, no entities, no nesting. A visitor ends
 * the scan by throwing. Throws BrokenXml.
 */
export function scanXml(xml: string, visitor: XmlVisitor): void {
  let textFrom = 0;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const text = xml.slice(textFrom, at);
    const skipped = afterNoTag(xml, at);
    if (skipped !== null) {
      at = skipped;
      continue;
    }
    const end = endOfTag(xml, at + 1);
    if (xml[at + 1] === '/') visitor.close(xml.slice(at + 2, end).trimEnd(), text);
    else {
      const isEmpty = xml[end - 1] === '/';
      const inside = xml.slice(at + 1, isEmpty ? end - 1 : end);
      const name = /^[^\s/]+/.exec(inside)?.[0] ?? '';
      visitor.open(name, inside.slice(name.length));
      if (isEmpty) visitor.close(name, '');
    }
    at = end + 1;
    textFrom = at;
  }
}

/** Where a comment, an instruction or a CDATA section that begins here ends; null for a tag. */
function afterNoTag(xml: string, at: number): number | null {
  const second = xml[at + 1];
  if (second !== '!' && second !== '?') return null;
  const end = second === '?' ? '?>' : xml.startsWith('<!--', at) ? '-->' : ']]>';
  if (second === '!' && end === ']]>' && !xml.startsWith('<![CDATA[', at)) throw new BrokenXml();
  const found = xml.indexOf(end, at + 2);
  if (found < 0) throw new BrokenXml();
  return found + end.length;
}

/** The place of the `>` that ends a tag: one within quotes does not. */
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

/** The value of one attribute as it is written, or undefined. Throws BrokenXml. */
export function attribute(attributes: string, name: string): string | undefined {
  const next = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  while (next.lastIndex < attributes.length) {
    const [, key, quoted, other] = next.exec(attributes) ?? [];
    if (key === undefined) break;
    if (key === name) return quoted ?? other;
  }
  return undefined;
}
