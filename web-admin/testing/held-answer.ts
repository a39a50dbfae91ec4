/** An answer of the made server that waits until the test gives it. */
export function heldAnswer(): { given: Promise<Response>; give: (answer: Response) => void } {
  let give: (answer: Response) => void = () => undefined;
  const given = new Promise<Response>((resolve) => (give = resolve));
  return { given, give: (answer) => give(answer) };
}
