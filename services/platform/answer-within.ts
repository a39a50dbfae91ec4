/**
 * The answer of `question`, where it comes within so many milliseconds; else what `late` makes is thrown. The question
 * itself goes on: where it can be called off, `withDeadline` does so.
 */
export async function answerWithin<Answer>(
  question: Promise<Answer>,
  withinMs: number,
  late: () => Error,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), withinMs);
  });
  try {
    return await Promise.race([question, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
