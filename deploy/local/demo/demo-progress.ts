/** Shows the demo's progress about ten times, in the log and to the launcher, which prints it. */
export function demoProgress(info: (message: string) => void): (done: number, total: number) => void {
  let shown = 0;
  return (done, total) => {
    const tenths = Math.floor((done * 10) / total);
    if (tenths === shown) return;
    shown = tenths;
    const progress = `Loading the demo data: ${tenths * 10} %`;
    info(progress);
    process.send?.({ progress });
  };
}
