/** What a page sends the service worker once there is time to cache the files that the next screen does not need. */
export const KEEP_REST = 'keep the rest'
