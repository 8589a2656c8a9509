/** The search box in the document. */
export const SEARCH_BOX_ID = 'search-box'
/** Of a navigation to the search: the box takes the focus, whatever the listener points with. */
export const FOCUS_SEARCH_BOX = 'to the search box'
