import type { Expression, Kysely, ShallowDehydrateObject, Simplify } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

type Rows<Question> =
  Question extends Expression<infer Row> ? Simplify<ShallowDehydrateObject<Row>>[] : never;

/**
 * Asks several questions about one moment in one round trip, and returns the rows of each under its name. They come as
 * JSON, so timestamps are texts.
 */
export async function inOneStatement<const Questions extends Readonly<Record<string, Expression<unknown>>>>(
  db: Kysely<Record<never, never>>,
  questions: Questions,
): Promise<{ [Name in keyof Questions]: Rows<Questions[Name]> }> {
  const columns = Object.entries(questions).map(([name, question]) => jsonArrayFrom(question).as(name));
  const row: unknown = await db.selectNoFrom(columns).executeTakeFirstOrThrow();
  return row as { [Name in keyof Questions]: Rows<Questions[Name]> };
}
