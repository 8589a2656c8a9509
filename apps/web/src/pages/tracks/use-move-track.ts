import type { Track } from '@refrain/contract/catalogue/tracks'
import { keyOf } from '@refrain/player/queue/id-index'
import { useRef } from 'react'
import type { PlaylistRef } from '../../library/playlists/playlist-cache.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'

// Loaded only for lists that can be reordered.
const loadMoves = () => loadChunk(() => import('../../library/playlists/move-in-playlist.ts'))

export function prefetchMoves(): void {
  loadMoves().catch(() => {})
}

/**
 * Moves an entry of a playlist. Moves may follow each other faster than they are rendered: each starts from the order
 * that the one before leads to.
 */
export function useMoveTrack(
  token: string | null,
  playlist: PlaylistRef | undefined,
  tracks: readonly Track[],
) {
  /** The rendered order and those that pending moves lead to. */
  const pending = useRef<readonly (readonly string[])[]>([])

  /** @param indexFrom gives the new index of an entry for its current one */
  return (entryId: string, indexFrom: (from: number) => number, isStep = false): void => {
    if (!playlist || token === null) return
    const rendered = tracks.map(keyOf)
    const known = pending.current.findLastIndex(order => isSame(order, rendered))
    // A rendered order that no pending move has produced comes from elsewhere and replaces them.
    const orders = known < 0 ? [rendered] : pending.current.slice(known)
    const ids = orders.at(-1) ?? rendered
    const from = ids.indexOf(entryId)
    const index = indexFrom(from)
    if (from < 0 || index < 0 || index >= ids.length) return
    const others = ids.toSpliced(from, 1)
    const after = others[index - 1] ?? null
    const next = [...orders, others.toSpliced(index, 0, entryId)]
    pending.current = next
    const to = { after, position: index + 1, count: ids.length }
    loadMoves()
      .then(({ moveInPlaylist }) => moveInPlaylist(token, playlist, entryId, to, isStep))
      .catch(() => {})
      .then(() => {
        // Saved or rolled back, and no other move has followed.
        if (pending.current === next) pending.current = []
      })
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}
