// What is bound to fail is found before anything is started, and explained.
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../build/claim.mjs';
import { freePort } from './postgres.mjs';
import { Unusable } from '../build/unusable.mjs';

/**
 * The port to serve on: the given one, which nothing else may listen on, or a free one for 0.
 * @param {string} host @param {string} variable what it was asked by @param {string} asked
 * @param {number} patienceMs how long a process that is just ending may still hold it
 * @returns {Promise<number>}
 * @throws {Unusable}
 */
export async function portToServe(host, variable, asked, patienceMs) {
  const port = Number(asked);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Unusable(
      `${variable} is "${asked}": give a port from 0 to 65535, for example 8080 (0: a free one).`,
    );
  }
  if (port === 0) return freePort();
  for (let waited = 0; ; waited += 50) {
    const problem = await listenOnce(host, port);
    if (problem === undefined) return port;
    if (problem !== 'EADDRINUSE' || waited >= patienceMs)
      throw new Unusable(portProblem(problem, host, variable, port));
    await sleep(50);
  }
}

/** @param {string} code @param {string} host @param {string} variable @param {number} port */
function portProblem(code, host, variable, port) {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port: ${variable}=${port + 1} npm start`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be opened by this user. Choose one above 1023: ${variable}=8080 npm start`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is "${host}", which is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`;
    default:
      return `Port ${port} on ${host} cannot be opened (${code}).`;
  }
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} the error's code, if any */
function listenOnce(host, port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(errorCode(error) ?? error.message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/**
 * Makes sure that something answers at one of the addresses of a configured server: all of a list are asked in parallel.
 * @param {string} variable @param {string} url @param {number} defaultPort
 * @throws {Unusable} when it is no address, or nothing answers
 */
export async function requireReachable(variable, url, defaultPort) {
  const hosts = /^[a-z+]+:\/\/(?:[^@/]*@)?([^/?#]+)/i.exec(url)?.[1]?.split(',') ?? [];
  const places = hosts.map((host) => ({ host, parts: /^(?:\[([^\]]+)\]|([^:\]]+))(?::(\d+))?$/.exec(host) }));
  if (places.length === 0 || places.some(({ parts }) => parts === null)) {
    throw new Unusable(
      `${variable} is not an address of a server. Correct it, or unset it to use the embedded one.`,
    );
  }
  try {
    await Promise.any(
      places.map(async ({ host, parts }) => {
        const address = parts?.[1] ?? parts?.[2] ?? '';
        const problem = await connectOnce(address, Number(parts?.[3] ?? defaultPort));
        if (problem !== undefined) throw new Error(`${host} ${problem}`);
      }),
    );
  } catch (error) {
    const problems = error instanceof AggregateError ? error.errors : [error];
    throw new Unusable(
      `No server answers at ${hosts.join(', ')} (${variable}): ` +
        `${problems.map(({ message }) => message).join(', ')}. ` +
        `Start it, correct ${variable}, or unset it to use the embedded one.`,
    );
  }
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} the problem, if any */
function connectOnce(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5000 });
    /** @param {string} [problem] */
    const end = (problem) => {
      socket.destroy();
      resolve(problem);
    };
    socket.once('connect', () => end());
    socket.once('timeout', () => end('no answer within 5 seconds'));
    socket.once('error', (error) => end(errorCode(error) ?? error.message));
  });
}
