import type { Playlist } from '@refrain/contract/library/playlists'
import { createStore } from '@refrain/player/state/store'

export interface Deletion {
  /** Whose playlist it was. */
  readonly token: string
  /** As it was. For Liked Songs, its likes were deleted. */
  readonly playlist: Playlist
  /** The server refused to restore it. */
  readonly isFinal: boolean
  /** Comes with the deletion: the first load of a page needs no code for it. */
  readonly undo: (deletion: Deletion) => Promise<void>
}

/** The last deletion of a playlist while it can be undone; rendered by deletion-undo.tsx. */
export const lastDeletion = createStore<{ readonly deletion: Deletion | null }>({ deletion: null })

/** Offers to undo it no longer, unless another deletion has taken its place. */
export function endUndo(deletion: Deletion): void {
  if (lastDeletion.getState().deletion === deletion) lastDeletion.update({ deletion: null })
}

/** A deletion and its undoing are sent in this order. */
export const deletionScope = (playlistId: string) => `deletion of ${playlistId}`
