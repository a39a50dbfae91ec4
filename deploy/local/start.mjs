#!/usr/bin/env node
// npm start. Only syntax that an old Node can read, so that it can refuse in words.
import { readFileSync } from 'node:fs';

/** @type {string} */
const wanted = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node;

/**
 * Whether a Node version is in a range like `^20.19.0 || >=24`.
 * @param {string} version
 */
function isWanted(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return wanted.split('||').some((range) => {
    const [, operator, lowMajor, lowMinor] = /(\^|>=)(\d+)(?:\.(\d+))?/.exec(range) || [];
    if (major === Number(lowMajor)) return minor >= Number(lowMinor || 0);
    return operator === '>=' && major > Number(lowMajor);
  });
}

if (isWanted(process.versions.node)) {
  const { launch } = await import('./launch.mjs');
  process.exit(await launch());
} else {
  console.error(`Vitrine needs Node ${wanted}; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exitCode = 1;
}
