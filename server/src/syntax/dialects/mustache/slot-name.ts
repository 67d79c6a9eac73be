const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_$-]*$/u;

/** Whether a name is one that an author would give a slot. mustache takes any text; a dot leads into a value. */
export const isSlotName = (name: string): boolean => NAME.test(name);
