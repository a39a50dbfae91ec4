// Replies read without their schemas: pages that people see without a session carry no zod, which weighs as much as they.

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

/**
 * A reply that the server's own schema has made, seen to have the list that the page shows.
 * @throws {TypeError} when it has no list of that name
 */
export function replyWithList<Reply extends object>(body: unknown, name: keyof Reply & string): Reply {
  if (!Array.isArray(fieldOf(body, name))) throw new TypeError(`${name} were expected`);
  return body as Reply;
}

/**
 * One text of a reply.
 * @throws {TypeError} when it has no text of that name
 */
export function textIn(body: unknown, name: string): string {
  const text = fieldOf(body, name);
  if (typeof text !== 'string') throw new TypeError(`${name} was expected`);
  return text;
}
