import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { answerForAccount } from '../../web-portal/testing/made-account.ts';
import { openFakeServer } from '../../web-portal/testing/fake-server.ts';

/**
 * The fake server over HTTP, with the built portal: what the portal's bench measures, without stores behind it.
 * `npx tsx tests/bench-web/fake-server.ts [PORT] [STONES] [FOLDER OF THE BUILT PORTAL]`
 */
const [port = '0', count = '50000', folder = path.resolve(import.meta.dirname, '../../dist/portal')] =
  process.argv.slice(2);
const fake = openFakeServer(Number(count), { others: 60 });
const pages = path.resolve(folder);
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const server = createServer((request, response) => void serve(request, response));
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`);
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const username = /made_user=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null;
  if (url.pathname === '/changes') {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': open\n\n');
    response.on(
      'close',
      fake.follow((change) => response.write(`event: change\ndata: ${JSON.stringify(change)}\n\n`)),
    );
    return;
  }
  const isCall = request.method === 'POST' || request.headers.accept === 'application/json';
  if (!isCall) return servePage(url.pathname, response);
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
  const answer = answerForAccount(url.pathname, body, undefined) ?? fake.answer(url.pathname, body, username);
  if (answer.signedIn !== undefined)
    response.setHeader(
      'set-cookie',
      answer.signedIn === null
        ? 'made_user=; Path=/; Max-Age=0'
        : `made_user=${answer.signedIn}; Path=/; HttpOnly; SameSite=Lax`,
    );
  response.writeHead(answer.status, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  response.end(gzipSync(answer.body === undefined ? '' : JSON.stringify(answer.body), { level: 1 }));
}

function servePage(pathname: string, response: ServerResponse): void {
  const wanted = path.join(pages, path.normalize(pathname));
  const file =
    wanted.startsWith(pages) && existsSync(wanted) && statSync(wanted).isFile()
      ? wanted
      : path.join(pages, 'index.html');
  response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' });
  createReadStream(file)
    .on('error', (error) => response.destroy(error))
    .pipe(response);
}
