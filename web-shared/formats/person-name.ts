/** A person's first and last name; the username of one who has neither. */
export const personName = (user: { firstName: string; lastName: string; username: string }): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
