import { dollars, percent } from '../vocabulary/money.ts';

/** How a field is called on the wire: `priceCents` is `price`, `ratePpm` is `rate`, `hafCentDays` is `hafDollarDays`. */
type WireName<Field> = Field extends `${infer Name}Cents`
  ? Name
  : Field extends `${infer Name}Ppm`
    ? Name
    : Field extends `${infer Name}CentDays`
      ? `${Name}DollarDays`
      : Field;

export type OnWire<Value> = Value extends readonly (infer Item)[]
  ? OnWire<Item>[]
  : Value extends object
    ? { [Field in keyof Value as WireName<Field>]: OnWire<Value[Field]> }
    : Value;

/**
 * Plain data with its amounts in dollars and its rates in percent, under their names on the wire and in the same order
 * (rule: Units on the wire). What is not an amount or a rate stays as it is.
 */
export function onWire<Value>(value: Value): OnWire<Value>;
export function onWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => onWire(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => fieldOnWire(field, inner)));
}

function fieldOnWire(field: string, value: unknown): [string, unknown] {
  const [, name, unit] = /^(.+)(Cents|Ppm|CentDays)$/.exec(field) ?? [];
  if (name === undefined) return [field, onWire(value)];
  const wireName = unit === 'CentDays' ? `${name}DollarDays` : name;
  if (typeof value !== 'number') return [wireName, value];
  return [wireName, unit === 'Ppm' ? percent(value) : dollars(value)];
}
