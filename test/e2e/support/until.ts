import type { Disposable, Event } from 'vscode';

/** Milliseconds after which a wait has failed: more than any machine needs, however much else it does. */
const DEADLINE = 60_000;

/** Milliseconds between two looks at something that no event tells about. */
const INTERVAL = 20;

/**
 * Waits until `look` gives something, asking now and after each of the events; never by sleeping.
 * `what` was waited for is said when the deadline (milliseconds) has passed.
 */
export function until<T>(
  what: string | (() => string),
  events: readonly Event<unknown>[],
  look: () => T | undefined | false | Promise<T | undefined | false>,
  deadline = DEADLINE,
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
    const said = () => (typeof what === 'string' ? what : what());
    const late = () => settle(() => reject(new Error(`Waited ${deadline / 1000} seconds in vain: ${said()}`)));
    const timer = setTimeout(late, deadline);
    for (const event of events) listeners.push(event(() => void ask()));
    void ask();
  });
}

/**
 * Waits for something that no event tells about: looks again and again until an assertion holds, and gives what it gave.
 * When the deadline has passed, the last failure is what is said.
 */
export async function eventually<T>(look: () => T | Promise<T>, deadline = DEADLINE): Promise<T> {
  const end = Date.now() + deadline;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((again) => setTimeout(again, INTERVAL));
  }
}
