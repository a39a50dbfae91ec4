/**
 * In the page: waits for what a new width or scheme redraws, and for what fades or slides, but for what moves for
 * ever. Cards far down the page are not drawn (`content-visibility`): what moves in them stands still until they are.
 */
export async function settled(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const moves = ({ effect, playState }: Animation): boolean =>
    playState === 'running' &&
    effect instanceof KeyframeEffect &&
    effect.getComputedTiming().endTime !== Infinity &&
    effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true;
  await nextFrame();
  do await nextFrame();
  while (document.getAnimations().some(moves));
}
