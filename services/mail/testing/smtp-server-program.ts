/** A mail server for tests, in a process of its own: `--port N`. Tells what it took on its output, a line a mail. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';

/** How it behaves by default; `slow` and `dies after data` have taken the mail by then. */
const behaviourSchema = z.object({
  mode: z.enum([
    'well',
    'slow',
    'silent',
    'rubbish',
    'busy',
    'refuses recipients',
    'refuses senders',
    'dies after data',
  ]),
  delayMs: z.number().default(0),
});
let behaviour: z.infer<typeof behaviourSchema> = { mode: 'well', delayMs: 0 };

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

const { values } = parseArgs({ options: { port: { type: 'string' } } });

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onConnect(_session, answer) {
    if (behaviour.mode !== 'silent') answer();
  },
  onMailFrom(_address, _session, answer) {
    answer(behaviour.mode === 'refuses senders' ? refusal(550, 'sender not allowed') : null);
  },
  onRcptTo(_address, _session, answer) {
    answer(behaviour.mode === 'refuses recipients' ? refusal(550, 'no such mailbox') : null);
  },
  onData(stream, session, answer) {
    const { mode, delayMs } = behaviour;
    void text(stream).then(async (message) => {
      if (mode === 'busy') return answer(refusal(451, 'come back later'));
      const to = session.envelope.rcptTo.map(({ address }) => address);
      process.stdout.write(`RECEIVED ${JSON.stringify({ to, message })}\n`);
      if (mode === 'dies after data') process.kill(process.pid, 'SIGKILL');
      if (mode === 'slow') await sleep(delayMs);
      answer();
    });
  },
});
server.on('error', (error) => console.log(`SMTP ${error.message}`));
server.server.prependListener('connection', (socket) => {
  if (behaviour.mode === 'rubbish') socket.end('HTTP/1.1 200 OK\r\n\r\n<html>\u0000\u0007</html>\r\n');
});
const smtp = server.listen(Number(values.port ?? 0), '127.0.0.1');

const control = createServer((request, response) => {
  void text(request).then((body) => {
    behaviour = behaviourSchema.parse(JSON.parse(body));
    response.end();
  });
}).listen(0, '127.0.0.1');

await Promise.all([once(smtp, 'listening'), once(control, 'listening')]);
const portOf = (listener: { address(): unknown }): number => (listener.address() as AddressInfo).port;
console.log(`listening on ${portOf(smtp)}, controlled on ${portOf(control)}`);
