// Names are shown where they fit; what does not fit is left out rather than cut off, because the table says it as well.

/**
 * The marks of the scale in full, short, or without the window's own; the names in the bar where they have room. `before`:
 * what the last call gave; a bar in which nothing has another width or another text since stays as it is.
 */
export function fitBar(graph: HTMLElement, before = ''): string {
  const names = [...graph.querySelectorAll<HTMLElement>('.piece-name, .span > span')];
  const rooms = names.map(({ parentElement }) => parentElement?.clientWidth ?? 0);
  const now = [graph.clientWidth, ...rooms, graph.textContent].join();
  if (now === before) return now;
  const scale = graph.querySelector('.scale');
  if (scale) fitScale(scale);
  // All are shown before the first is looked at: between two looks the browser would lay out everything.
  for (const name of names) name.hidden = false;
  const tooLong = names.map((name, i) => Math.max(name.scrollWidth, name.offsetWidth) > (rooms[i] ?? 0));
  for (const [i, name] of names.entries()) name.hidden = tooLong[i] === true;
  return now;
}

function fitScale(scale: Element): void {
  const ticks = [...scale.children].filter((tick) => tick instanceof HTMLElement);
  scale.classList.remove('brief');
  for (const tick of ticks) tick.hidden = false;
  if (clash(ticks)) scale.classList.add('brief');
  const window = ticks.at(-1);
  if (window && clash(ticks)) window.hidden = true;
}

function clash(ticks: readonly HTMLElement[]): boolean {
  const boxes = ticks.map((tick) => tick.getBoundingClientRect());
  return boxes.some(
    (a, i) => a.left < -1 || boxes.some((b, j) => j > i && a.left < b.right + 8 && b.left < a.right + 8),
  );
}

/** Hides the children of a line that find no room in it, and gives how many they are. */
export function fitLine(line: HTMLElement): number {
  showAll(line);
  const right = line.getBoundingClientRect().right;
  let hidden = 0;
  // From the end on, so that a line never has a gap in it.
  for (const child of [...line.children].reverse()) {
    if (!(child instanceof HTMLElement)) continue;
    if (child.getBoundingClientRect().right <= right + 1 && child.offsetTop === line.offsetTop) break;
    child.hidden = true;
    hidden++;
  }
  return hidden;
}

/** Shows all children of a line again; none of them is hidden then. */
export function showAll(line: HTMLElement): 0 {
  for (const child of line.children) if (child instanceof HTMLElement) child.hidden = false;
  return 0;
}
