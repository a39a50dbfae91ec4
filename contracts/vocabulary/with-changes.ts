/** The fields with those given replaced; one given as undefined stays. */
export function withChanges<Fields extends object>(
  fields: Fields,
  changes: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
): Fields {
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  };
}
