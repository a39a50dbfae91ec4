import { describe, expect, it } from 'vitest';
import { CallFailed, isAway, reactionTo, wordsFor, type Failure } from './failures.ts';

const answer = (status: number, body: unknown): Failure => ({ kind: 'answer', status, body });
const lost: Failure = { kind: 'network', message: 'No connection to the server.' };

describe('How a failure is rendered (product: Error catalogue)', () => {
  it('a 401 says that the session has expired, whatever the server says', () =>
    expect(wordsFor(answer(401, { message: 'no token' }))).toBe(
      'Your session has expired. Please log in again.',
    ));
  it('the server’s message field is shown', () =>
    expect(wordsFor(answer(402, { message: 'The stone is held.' }))).toBe('The stone is held.'));
  it('every part that was refused is shown, each once and on a line of its own', () =>
    expect(
      wordsFor(
        answer(402, {
          message: 'A is no longer available.',
          field: 'parcelNames.0',
          errors: [
            { field: 'parcelNames.0', message: 'A is no longer available.' },
            { field: 'parcelNames.2', message: 'C is no longer available.' },
            { field: 'parcelNames.3', message: 'C is no longer available.' },
          ],
        }),
      ),
    ).toBe('A is no longer available.\nC is no longer available.'));
  it('a message that says it whole stands alone', () =>
    expect(
      wordsFor(answer(402, { message: 'Two stones are held.', errors: [{ field: 'a', message: 'No.' }] })),
    ).toBe('Two stones are held.'));
  it('else a plain string body', () => expect(wordsFor(answer(500, 'Out of order'))).toBe('Out of order'));
  it('unless it is an HTML page', () => {
    expect(wordsFor(answer(502, '<!DOCTYPE html><html><body>Bad gateway</body></html>'))).toBe(
      'An error occurred.',
    );
    expect(wordsFor(answer(502, '\n<html>…'))).toBe('An error occurred.');
  });
  it('else the error’s own message', () => expect(wordsFor(lost)).toBe('No connection to the server.'));
  it("else 'An error occurred.'", () =>
    expect([
      wordsFor(answer(500, {})),
      wordsFor(answer(500, '')),
      wordsFor({ kind: 'network', message: '' }),
    ]).toEqual(Array(3).fill('An error occurred.')));
});

describe('Who is signed out (product: Session; rule: 402 or sign-out)', () => {
  it('a 401 signs out', () => expect(reactionTo(answer(401, {}), false)).toMatchObject({ signOut: true }));
  it('a 402 never does, and is shown in the happier style', () =>
    expect(reactionTo(answer(402, { message: 'x' }), false)).toEqual({
      message: 'x',
      style: 'happier',
      signOut: false,
    }));
  it.each([400, 403, 404, 409, 500])('a %i signs out', (status) =>
    expect(reactionTo(answer(status, {}), false)).toMatchObject({ style: 'error', signOut: true }),
  );
  it('a lost network is shown, but ends no session', () =>
    expect(reactionTo(lost, false)).toMatchObject({ signOut: false, style: 'error' }));
  it.each([502, 503, 504])(
    'a proxy that cannot reach the server (%i) is shown, but ends no session',
    (status) =>
      expect(reactionTo(answer(status, '<html>Bad gateway</html>'), false)).toEqual({
        message: 'An error occurred.',
        style: 'error',
        signOut: false,
      }),
  );
  it('background work shows nothing and ends no session', () =>
    expect([401, 402, 403, 500].map((status) => reactionTo(answer(status, {}), true))).toEqual([
      null,
      null,
      null,
      null,
    ]));
});

it.each([
  ['UNAVAILABLE', true],
  ['FILES_UNAVAILABLE', true],
  ['NO_CERTIFICATE', false],
])('an answer with the code %s says that a store is away: %s', (code, expected) =>
  expect(isAway(new CallFailed(answer(402, { code })))).toBe(expected),
);
