/** A moment that others wait for until it is opened. */
export function gate(): [passed: Promise<void>, open: () => void] {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return [passed, open];
}
