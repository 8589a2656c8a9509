export const SEARCH_BOX_ID = 'search-box'
/** State of a navigation that focuses the search box. */
export const FOCUS_SEARCH_BOX = 'to the search box'
