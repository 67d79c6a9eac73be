/** How a system, a layer, an axis or a scenario may be called. `__proto__` is the one name that programs do not keep as a key. */
export const NAME = /^(?!__proto__$)[\p{L}\p{N}_$][\p{L}\p{N}_.$-]*$/u;

/** The same in words that go on a sentence about the name. */
export const NAME_MEANS = 'must begin with a letter or digit and go on with letters, digits and _ . $ -';

/** How a slot may be called: as programs call them, with blanks inside too. */
export const SLOT_NAME = /^(?!__proto__$)[^\s{}[\]](?:[^{}]*[^\s{}])?$/u;

/** The same in words that go on a sentence about the name. */
export const SLOT_NAME_MEANS = 'must be the name of a slot, without its braces';
