// Stands in for the event store and the trading system where the launcher alone is tested.
import { createServer } from 'node:net';

const port = process.argv[process.argv.indexOf('--port') + 1];
createServer().listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
