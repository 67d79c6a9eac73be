import type { Fix } from '../rule';

/**
 * The fixes of a finding, from the one that there may be. Rules hand out words and fixes as getters: of the equal findings
 * of many selections only one is read, and an editor reads the fixes of few.
 */
export const asList = (fix: Fix | undefined): readonly Fix[] => (fix ? [fix] : []);
