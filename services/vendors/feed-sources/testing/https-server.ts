import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { HttpsFetching } from '../fetch-https.ts';

// Made for these names alone, of an authority of its own: nothing else trusts it.
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGNj+91K5KI6TQgZz
nnK3T16Yvf+STTmcIdHq/Tjb0pmhRANCAARVt8Zm6YO1FWwBRe0TTIOhKC5VmHv4
rhcr9SsOmkLWU/RJA2Db0PsFSdQu/3ARZUqHCKkQxZ9uzjMhvkUPWHZd
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBszCCAVmgAwIBAgIUV6YjazCm+l+olFjRMN7u5BvmIHEwCgYIKoZIzj0EAwIw
FTETMBEGA1UEAwwKZmVlZHMudGVzdDAgFw0yNjExMjMwOTIyMjhaGA8yMTI2MTAz
MDA5MjIyOFowFTETMBEGA1UEAwwKZmVlZHMudGVzdDBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABFW3xmbpg7UVbAFF7RNMg6EoLlWYe/iuFyv1Kw6aQtZT9EkDYNvQ
+wVJ1C7/cBFlSocIqRDFn27OMyG+RQ9Ydl2jgYQwgYEwHQYDVR0OBBYEFE0+8B/h
IvX8VqKK8TLBxxY8LWaoMB8GA1UdIwQYMBaAFE0+8B/hIvX8VqKK8TLBxxY8LWao
MA8GA1UdEwEB/wQFMAMBAf8wLgYDVR0RBCcwJYIKZmVlZHMudGVzdIILaW5zaWRl
LnRlc3SCCm1peGVkLnRlc3QwCgYIKoZIzj0EAwIDSAAwRQIgbuigG6JvtVYsDWWp
Ii+vTaaDRTdkr0TinsmvKce/6bwCIQDJgLBbub18U+3Vs+Y7PpEkFk3sdqg8gH8K
svn3zfYpog==
-----END CERTIFICATE-----`;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTPS server on this machine that stands for a vendor's: `feeds.test`, and names that lead elsewhere. Close it. */
export async function startHttpsServer(first: Answer) {
  const asked: IncomingMessage[] = [];
  let answer = first;
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const addresses: Readonly<Record<string, string[]>> = {
    'feeds.test': ['127.0.0.1'],
    'inside.test': ['10.0.0.5'],
    'mixed.test': ['127.0.0.1', '169.254.169.254'],
  };
  const fetching: HttpsFetching = {
    hosts: ['feeds.test', 'inside.test', 'mixed.test', '[::1]'].map((host) => `${host}:${port}`),
    resolve: async (host) => addresses[host] ?? [],
    // The one address of this machine that stands for a public one.
    mayConnect: (address) => address === '127.0.0.1',
    ca: CERTIFICATE,
  };
  return {
    port,
    address: `https://feeds.test:${port}/stock.csv`,
    fetching,
    asked,
    willAnswer(next: Answer): void {
      answer = next;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
