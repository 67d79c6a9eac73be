/** Name under which the page finds what it was told before its script ran; taking it ends the keeping. */
export const EARLY = 'strataEarly';

/**
 * Stands in the page itself. The editor delivers what it was given for a page soon after it has written it, and a script
 * that is still on its way would hear nothing.
 */
export const KEEP_EARLY = `{
  const early = [];
  const keep = ({ data }) => early.push(data);
  addEventListener('message', keep);
  window.${EARLY} = () => {
    removeEventListener('message', keep);
    return early.splice(0);
  };
}`;
