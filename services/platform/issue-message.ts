import type { core } from 'zod';

/**
 * The message for an input that its schema refuses without a message of its own: it names the field and the fix.
 * @param part what the whole input is called, such as `body`
 */
export function issueMessage(issue: core.$ZodRawIssue, part: string): string | undefined {
  const whole = !issue.path || issue.path.length === 0;
  const field = whole ? `The ${part}` : (issue.path ?? []).join('.');
  switch (issue.code) {
    case 'invalid_type':
      // The framework passes null for a missing body.
      if (issue.input === undefined || (whole && issue.input === null))
        return `${field} is missing: give ${kind(issue.expected)}.`;
      return `${field} must be ${kind(issue.expected)}.`;
    case 'invalid_value':
      return `${field} must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `${field} must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `${field} must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue.origin, issue.maximum)}.`;
    case 'invalid_format':
      return `${field} does not have the form of ${issue.format === 'regex' ? String(issue.pattern) : issue.format}.`;
    case 'unrecognized_keys':
      return `${field} may not have ${issue.keys.join(', ')}.`;
    default:
      return `${field} is not valid.`;
  }
}

function kind(expected: string): string {
  const words: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a JSON object',
    nonoptional: 'a value',
  };
  return words[expected] ?? expected;
}

function unit(origin: string, count: number | bigint): string {
  const one = Number(count) === 1;
  if (origin === 'string') return one ? ' character long' : ' characters long';
  if (origin === 'array') return one ? ' entry long' : ' entries long';
  return '';
}
