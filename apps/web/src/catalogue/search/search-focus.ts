/** The search box in the document. */
export const SEARCH_BOX = 'search-box'
/** Of a navigation to the search: the box takes the focus, whatever the listener points with. */
export const TO_THE_BOX = 'to the search box'
