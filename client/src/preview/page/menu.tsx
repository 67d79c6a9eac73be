// What finds no room in a narrow bar, behind one button.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from './icons';
import { useWords } from './view';

/** Shown in narrow panels only; see widths.css. It closes with Escape, with a click on anything, and when the focus leaves it. */
export const Menu = ({ children }: { readonly children: ComponentChildren }) => {
  const words = useWords();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return undefined;
    const outside = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', outside);
    addEventListener('focusin', outside);
    return () => {
      removeEventListener('pointerdown', outside);
      removeEventListener('focusin', outside);
    };
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key closes what the button in it has opened
    <div class="menu" ref={root} onKeyDown={onKeyDown}>
      <IconButton label={words.t('More')} icon="more" expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: each button in it is a control of its own
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key presses the button, which is a click
        <div class="menu-items" onClick={() => setOpen(false)}>
          {children}
        </div>
      )}
    </div>
  );
};
