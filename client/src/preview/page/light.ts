/**
 * Lets one layer stand out while the pointer is on it in the bar or the table; `undefined` ends it. It lasts for a moment
 * and changes nothing that is drawn, so it does not go through the state of the page.
 */
export function light(layer: string | null | undefined): void {
  const page = document.querySelector('.page');
  page?.classList.toggle('lighting', layer !== undefined);
  for (const node of page?.querySelectorAll<HTMLElement>('[data-layer]') ?? []) {
    node.classList.toggle('lit', layer !== undefined && node.dataset.layer === (layer ?? ''));
  }
}
