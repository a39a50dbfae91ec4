// Replies read without their schemas, by which the server has made them: pages carry no zod before a dialog needs it.

import { isObject, isText } from './plain-values.ts';

/**
 * A reply seen to have the fields that it is used for.
 * @throws {TypeError} naming the first that it does not have
 */
export function replyWith<Reply extends object>(
  body: unknown,
  ...names: readonly (keyof Reply & string)[]
): Reply {
  for (const name of names)
    if (!isObject(body) || body[name] === undefined) throw new TypeError(`${name} was expected`);
  return body as Reply;
}

/**
 * A reply seen to have the list that the page shows.
 * @throws {TypeError} when it has no list of that name
 */
export function replyWithList<Reply extends object>(body: unknown, name: keyof Reply & string): Reply {
  if (!isObject(body) || !Array.isArray(body[name])) throw new TypeError(`${name} were expected`);
  return body as Reply;
}

/**
 * A list whose first entry is seen to have these fields; the others, by the tens of thousands, are as it is.
 * @throws {TypeError} when it is no list, or of something else
 */
export function listOf<Entry extends object>(
  body: unknown,
  ...names: readonly (keyof Entry & string)[]
): Entry[] {
  if (!Array.isArray(body)) throw new TypeError('a list was expected');
  if (body.length > 0) replyWith<Entry>(body[0], ...names);
  return body as Entry[];
}

/**
 * One text of a reply.
 * @throws {TypeError} when it has no text of that name
 */
export function textIn(body: unknown, name: string): string {
  if (!isObject(body) || !isText(body[name])) throw new TypeError(`${name} was expected`);
  return body[name];
}
