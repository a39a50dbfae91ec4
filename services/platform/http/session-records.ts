/**
 * What the server keeps of each sign-in, so that a token ends when its session does and not when it expires;
 * services/identity provides it.
 */
export type SessionRecords = {
  /** Records a new session; its id goes into the token. */
  begin(session: NewSession): Promise<string>;
  /** False once the session was ended. Asked on every request: an answer may be a second old. */
  isOpen(sessionId: string): Promise<boolean>;
  /** As `isOpen`, of this very moment: asked before a token is renewed, and noted as the last use of the session. */
  isStillOpen(sessionId: string): Promise<boolean>;
  /**
   * Ends the session: its token is not renewed from now on, and refused within a second. The function that it answers
   * makes every process that is notified refuse the token immediately. An unknown or ended session stays as it is.
   */
  end(sessionId: string): Promise<() => void>;
};

export type NewSession = {
  username: string;
  tokenVersion: number;
  /** Name that the browser gives itself, and the address that it calls from. */
  userAgent: string;
  address: string;
  /** When the person signed in: a change of view begins a new session and keeps it. */
  signedInAt: Date;
  /** No token of the session is good beyond it. */
  lastsUntil: Date;
};
