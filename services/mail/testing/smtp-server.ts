import { startProgram } from '#tests/support/programs.ts';

/** A mail as the server of the tests took it: who it is for, and the message with its headers. */
type ReceivedMail = { to: string[]; message: string };

export type TestSmtpServer = {
  /** For SMTP_URL. */
  url: string;
  /** Everything it took, in order. */
  received(): ReceivedMail[];
  behave(mode: string, delayMs?: number): Promise<void>;
  kill(): Promise<void>;
  /** Starts it again at the same address, behaving well. */
  restart(): Promise<void>;
};

/** A real mail server in a process of its own. Kill it at the end of the test. */
export async function startSmtpServerForTests(): Promise<TestSmtpServer> {
  const start = async (port: string) => {
    const program = startProgram('services/mail/testing/smtp-server-program.ts', ['--port', port]);
    const [, smtpPort = '', controlPort = ''] = await program.printed(
      /listening on (\d+), controlled on (\d+)/,
    );
    return { program, smtpPort, controlPort };
  };
  let running = await start('0');
  const earlier: string[] = [];
  return {
    url: `smtp://127.0.0.1:${running.smtpPort}`,
    received: () =>
      [...earlier, running.program.output()].flatMap((output) =>
        [...output.matchAll(/^RECEIVED (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as ReceivedMail),
      ),
    async behave(mode, delayMs = 0) {
      const body = JSON.stringify({ mode, delayMs });
      const response = await fetch(`http://127.0.0.1:${running.controlPort}`, { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
    },
    kill: () => running.program.destroy(),
    async restart() {
      earlier.push(running.program.output());
      running = await start(running.smtpPort);
    },
  };
}
