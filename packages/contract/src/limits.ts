/** Rows on one page of the artists and albums listings (PROP-15). */
export const PAGE_SIZE = 20
/** The first page of a listing (CON-07). */
export const FIRST_PAGE = 1
/** The last page a listing answers; beyond it the request is refused. */
export const MAX_PAGE = 10_000
/** Length of the popular lists (PROP-16). */
export const POPULAR_LENGTH = 20
/** Most rows a call answers that lists a whole kind (`fetchalbums` and its like). */
export const MAX_WHOLE_LIST = 50_000
/**
 * Most tracks or albums of one artist, album or genre in one answer. Measured: ten times as many tracks keep
 * the embedded database, and with it everybody's streams, waiting for 0.14 s.
 */
export const MAX_RELATED = 1_000
/** Most ids a call takes that looks tracks up by a list. */
export const MAX_IDS = 10_000
/** Most characters of a search. */
export const LONGEST_QUERY = 100
/** Most tracks, artists and albums one search answers. */
export const MOST_FOUND = { tracks: 100, artists: 50, albums: 50 } as const
/** Most characters of a playlist's title. */
export const LONGEST_TITLE = 100
/** How often one listener may write by one call, where it says nothing else (safety.md P7). */
export const USER_WRITES = { calls: 60, seconds: 60 } as const
/** How often one listener may read all that they keep of a kind, up to 100,000 ids, by one call. */
export const USER_WHOLE_READS = { calls: 60, seconds: 60 } as const
/** How often one listener may read one list of theirs, up to 10,000 ids, by one call. */
export const USER_LIST_READS = { calls: 120, seconds: 60 } as const
