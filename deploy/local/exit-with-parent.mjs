// Loaded into every process that the launcher starts: when the launcher has gone, however it went, so do they.
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), 5000).unref();
});
// The listener alone must not keep a process alive that has nothing left to do.
process.channel?.unref();
