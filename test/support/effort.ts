// How much is tried where trying more finds more: random texts, and long ones. The stage `unit` tries a share, which is there
// in seconds; the stage `engines` tries all of it, and runs each file that imports this one.

/** Whether all is tried. */
export const isWhole = process.env.EFFORT === 'whole';

/** How many random cases are tried: so many, or a tenth of them. FUZZ=100000 tries another number. */
export const howMany = (whole: number): number => Number(process.env.FUZZ ?? (isWhole ? whole : Math.ceil(whole / 10)));

/** Which random cases; other ones by SEED=2. */
export const SEED = Number(process.env.SEED ?? 1);

/** The whole list, or every so-manieth of it. */
export const some = <T>(list: readonly T[], step: number): readonly T[] =>
  isWhole ? list : list.filter((_, index) => index % step === 0);
