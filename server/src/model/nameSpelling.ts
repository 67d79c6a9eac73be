/** How a system, a layer, an axis or a scenario may be called. `__proto__` is the one name that programs do not keep as a key. */
export const NAME = /^(?!__proto__$)[\p{L}\p{N}_$][\p{L}\p{N}_.$-]*$/u;

/** How a slot may be called: as programs call them, with blanks inside too. */
export const SLOT_NAME = /^(?!__proto__$)[^\s{}[\]](?:[^{}]*[^\s{}])?$/u;
