import fc from 'fast-check';
import { createTransport } from 'nodemailer';
import { expect, test } from 'vitest';
import { isMailAddress, mailSchema } from './mail.ts';
import { letterOf, messageIdOf } from './smtp.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '\r',
        '\n',
        '\r\n',
        '\0',
        '\u2028',
        '\u202e',
        'Bcc: x@y.co',
        ' ',
        ':',
        'é',
        '日',
        '=?utf-8?Q?=0D=0A?=',
      ),
    )
    .map((parts) => parts.join('')),
);

async function headersOf(subject: string, text: string): Promise<string[]> {
  const mail = mailSchema.parse({ to: 'a@example.com', subject, text, key: 'k' });
  const claimed = {
    id: 1,
    key: mail.key,
    recipient: mail.to,
    subject: mail.subject,
    body: mail.text,
    attachmentName: null,
    attachmentKey: null,
  };
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    letterOf(
      { ...claimed, html: null, createdAt: new Date(0), attempts: 1, claims: 1 },
      'office@example.com',
    ),
  );
  const [head = ''] = String(message).split('\r\n\r\n');
  return head
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => line.split(':')[0]!.toLowerCase());
}

const HEADERS = [
  'auto-submitted',
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
];

test('whatever stands in subject and text, a mail has the headers it should and no other', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, hostile, async (subject, text) => {
      const names = await headersOf(subject, text);
      expect(names.filter((name) => !HEADERS.includes(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: 300 },
  );
});

test('a subject is one line of at most 200 characters; a text keeps its lines', () => {
  const mail = mailSchema.parse({
    to: 'a@example.com',
    subject: ` a\r\nBcc: x@y.co\t${'b'.repeat(300)}`,
    text: 'one\r\ntwo\0\tthree',
    key: 'k',
  });
  expect(mail.subject).toMatch(/^a Bcc: x@y\.co b+$/);
  expect(mail.subject).toHaveLength(200);
  expect(mail.text).toBe('one\ntwo\tthree');
});

test.each([
  'a@example.com\r\nBcc: x@y.co',
  'a@example.com, b@example.com',
  'A <a@example.com>',
  '"a"@example.com',
  '',
  'stock',
  'a@localhost',
  `${'a'.repeat(200)}@example.com`,
])('%j is no address that a mail goes to', (to) => {
  expect(isMailAddress(to)).toBe(false);
  expect(() => mailSchema.parse({ to, subject: 's', text: 't', key: 'k' })).toThrow();
});

test('an address is never taken apart: whatever passes goes to one mailbox', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        hostile.map((part) => `${part}@example.com`),
      ),
      (to) => {
        if (isMailAddress(to)) expect(to).toMatch(/^[^\s<>(),;:"@]+@[^\s<>(),;:"@]+$/);
      },
    ),
  );
});

test('the Message-ID is the same for the same key, and another for another', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(messageIdOf(one, 'office@example.com')).toMatch(/^<[0-9a-f]{40}@example\.com>$/);
      expect(messageIdOf(one, 'a@b.co') === messageIdOf(other, 'a@b.co')).toBe(one === other);
    }),
  );
});
