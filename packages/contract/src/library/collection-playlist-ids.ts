const PREFIX = 'collection-'

/** Id of a playlist that follows a file of the collection. @param unique letters, digits, `-` and `_` */
export const toCollectionPlaylistId = (unique: string) => PREFIX + unique

/** Whether this is the id of a playlist that follows a file of the collection, not of a listener's own. */
export const isCollectionPlaylistId = (playlistId: string) => playlistId.startsWith(PREFIX)
