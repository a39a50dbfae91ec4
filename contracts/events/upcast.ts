/** Steps from one shape of an event type to the next: `steps[type][n - 1]` turns shape n into n + 1. */
const steps: Readonly<Record<string, readonly ((data: unknown) => unknown)[]>> = {
  // 2: the lines may stand in parts. What is whole reads as it was; older programs must not take a bill in parts for an empty one.
  // 3: the cut is named by the id of its last event. An older cut has only its position, which is taken as it is.
  BillCreated: [(data) => data, (data) => data],
};

/** The newest shape's number of a type: 1 until a step is added. */
export function currentShape(type: string): number {
  return (steps[type]?.length ?? 0) + 1;
}

/**
 * Converts data of an older shape to the newest, step by step (architecture: What an event is). Throws when
 * the shape is newer than this program knows.
 */
export function upcast(type: string, data: unknown, shape: number): unknown {
  if (shape > currentShape(type)) {
    throw new Error(
      `${type} is recorded in shape ${shape}; this version of Vitrine knows ${currentShape(type)}: upgrade it`,
    );
  }
  return (steps[type] ?? []).slice(shape - 1).reduce((older, step) => step(older), data);
}
