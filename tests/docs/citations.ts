/** Where a citation leads: the headings of docs/rules, of docs/product.md, of docs/architecture.md. */
const KINDS = ['rule', 'product', 'architecture'] as const;
export type Kind = (typeof KINDS)[number];
export type Citation = { kind: Kind; name: string };

const CITATION = /[(;] ?(rule|product|architecture): ([A-Z0-9'][^;()]*)(?=[;)])/g;
const BY_NUMBER =
  /\b(specification|rules|design|experience)('s)?,? \(?(sections?|heading)\b|(?<!\w)\((design|experience|rules|specification)[:,] /gi;
const HEADING = /^#{2,3} (.+)$/gm;

/** A comment may be broken anywhere: line ends and the marks of comments count as one space. */
const inOneLine = (text: string): string => text.replaceAll(/\s*\n[\t ]*(\*(?!\/)|\/\/)?\s*/g, ' ');

/** The citations of a file, `(rule: Freezing; product: Stone table)`, in order. */
export function citationsIn(text: string): Citation[] {
  return [...inOneLine(text).matchAll(CITATION)].map(([, kind, name = '']) => ({
    kind: KINDS.find((known) => known === kind) ?? 'rule',
    name: name.trim(),
  }));
}

/** Citations of pages that are not in the repository, by section or heading; as they are written. */
export function citationsByNumberIn(text: string): string[] {
  return [...inOneLine(text).matchAll(BY_NUMBER)].map(([written]) => written);
}

/** The headings of a page that can be cited. */
export function headingsIn(page: string): string[] {
  return [...page.matchAll(HEADING)].map(([, name = '']) => name.trim());
}
