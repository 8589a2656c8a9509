/** Sent by a page when it is idle: the service worker then caches the files that the next screens may need. */
export const CACHE_REMAINING_FILES = 'keep the rest'
