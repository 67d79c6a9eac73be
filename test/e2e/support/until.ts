import type { Disposable, Event } from 'vscode';

/**
 * Waits until `look` gives something, asking now and after each of the events; never by sleeping.
 * `what` is said when the deadline (milliseconds) has passed.
 */
export function until<T>(
  what: string,
  events: readonly Event<unknown>[],
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadline = 20_000,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const listeners: Disposable[] = [];
    const settle = (end: () => void) => {
      clearTimeout(timer);
      for (const listener of listeners) listener.dispose();
      end();
    };
    const ask = async () => {
      try {
        const found = await look();
        if (found !== undefined && found !== false) settle(() => resolve(found));
      } catch (error) {
        settle(() => reject(error));
      }
    };
    const late = () => settle(() => reject(new Error(`Waited ${deadline / 1000} seconds in vain: ${what}`)));
    const timer = setTimeout(late, deadline);
    for (const event of events) listeners.push(event(() => void ask()));
    void ask();
  });
}
