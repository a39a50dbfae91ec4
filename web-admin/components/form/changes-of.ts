type Values = Readonly<Record<string, unknown>>;

/**
 * What of a form's values is not as the record was read, and the version of that record. Terms count from the form's
 * day: one that was not changed must keep what was in force on that day.
 */
export const changesOf = (values: Values, { previousData = {} }: { previousData?: Values } = {}): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        field === 'version' || JSON.stringify(value) !== JSON.stringify(previousData[field]),
    ),
  );
