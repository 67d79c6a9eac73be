/** Acts now, and once in every frame in which what is seen has moved: by scrolling, or by another size. Gives its end. */
export function wheneverSeenMoves(act: () => void): () => void {
  let waiting = 0;
  const soon = (): void => {
    waiting ||= requestAnimationFrame(() => {
      waiting = 0;
      act();
    });
  };
  act();
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);
  return () => {
    removeEventListener('scroll', soon);
    removeEventListener('resize', soon);
    cancelAnimationFrame(waiting);
  };
}
