import { BIN_ATTRIBUTES, type BinAttribute, type BinSpec } from '#contracts/reassortment/bin-spec.ts';
import { hasList, LIST_VALUES } from '#contracts/reassortment/list-values.ts';
import { exactCarats } from '#contracts/vocabulary/carats.ts';

/** Attributes whose neighbours are no range: their lists have no order of worth. */
const UNORDERED: readonly BinAttribute[] = ['shape', 'lab'];

const PLACEHOLDER = /\{(\w+)\}/g;

/** The attributes that a template names, each once, in the template's order; others in braces are left as text. */
export function attributesOfTemplate(templateString: string): BinAttribute[] {
  const named = [...templateString.matchAll(PLACEHOLDER)].map(([, name]) => name);
  return [...new Set(named)].flatMap((name) => BIN_ATTRIBUTES.filter((attribute) => attribute === name));
}

/**
 * A bin as it prints: the template with a bucket in each place, such as 'RD | 0.30-0.39 | D-F | All' (rule: Bin
 * names).
 */
export function printBin(templateString: string, spec: BinSpec): string {
  return templateString.replaceAll(PLACEHOLDER, (text, name: string) => {
    const attribute = BIN_ATTRIBUTES.find((each) => each === name);
    return attribute === undefined ? text : printBucket(spec, attribute);
  });
}

/** One bucket as it prints: 'D-F' for neighbours, 'D,G' for others, 'All' for none. */
export function printBucket(spec: BinSpec, attribute: BinAttribute): string {
  if (attribute === 'weight')
    return spec.weight ? `${exactCarats(spec.weight.minimum)}-${exactCarats(spec.weight.maximum)}` : 'All';
  const values = spec[attribute];
  if (!values) return 'All';
  if (!hasList(attribute) || UNORDERED.includes(attribute)) return values.join(',');
  const order = LIST_VALUES[attribute];
  const places = values.map((value) => order.indexOf(value)).toSorted((a, b) => a - b);
  const inOrder = places.map((place, index) => order[place] ?? values[index]!);
  const [first, last] = [places[0]!, places.at(-1)!];
  const areNeighbours = first >= 0 && last > first && last - first === new Set(places).size - 1;
  return areNeighbours ? `${order[first]}-${order[last]}` : inOrder.join(',');
}
