/**
 * For a state's setter once what was typed is sent: `next` takes the place of what was sent. What one typed while it was
 * under way stays.
 */
export const insteadOf =
  <Value>(sent: Value, next: Value) =>
  (now: Value): Value =>
    now === sent ? next : now;
