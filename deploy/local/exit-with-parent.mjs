// Loaded into every process that the launcher starts: when the launcher has gone, however it went, so do they.
if (process.connected) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), 5000).unref();
  });
} else {
  // The launcher went while this process was being loaded: that is announced once, and no one listened yet.
  process.exit(1);
}
// The listener alone must not keep a process alive that has nothing left to do.
process.channel?.unref();
