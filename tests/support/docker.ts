import { request } from 'node:http';

/** Whether a Docker engine answers, rather than only its socket lying about. */
export function dockerAnswers(): Promise<boolean> {
  const url = new URL(process.env['DOCKER_HOST'] || 'unix:///var/run/docker.sock');
  const where =
    url.protocol === 'unix:' ? { socketPath: url.pathname } : { host: url.hostname, port: url.port };
  return new Promise((resolve) => {
    const asked = request({ ...where, path: '/_ping', timeout: 2_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer in time')));
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
