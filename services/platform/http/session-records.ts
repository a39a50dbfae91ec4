/**
 * What the server keeps of each sign-in, so that a token ends with its session and not only when it expires;
 * services/identity provides it.
 */
export type SessionRecords = {
  /** Records a new session and returns its id, which goes into the token. */
  begin(session: NewSession): Promise<string>;
  /** False once the session was ended. Asked on every request; an answer may be a second old. */
  isOpen(sessionId: string): Promise<boolean>;
  /**
   * Like `isOpen`, but of this very moment: asked before a token is renewed, and noted as the last use of the session.
   */
  isStillOpen(sessionId: string): Promise<boolean>;
  /**
   * Ends the session: its token is no longer renewed, and is refused within a second. The returned function makes all
   * processes refuse it immediately. Does nothing for an unknown or ended session.
   */
  end(sessionId: string): Promise<() => void>;
};

type NewSession = {
  username: string;
  tokenVersion: number;
  /** The name that the browser gives itself, and the address that it calls from. */
  userAgent: string;
  address: string;
  /** When the person signed in. A change of view begins a new session and keeps this time. */
  signedInAt: Date;
  /** No token of the session is valid beyond it. */
  lastsUntil: Date;
};
