import type { SearchResult } from '@refrain/contract/catalogue/search'
import { type MouseEvent, useEffect } from 'react'
import { saveSearch } from '../../catalogue/search/recent-searches.ts'
import { player } from '../../listening/engine/player.ts'

/**
 * Saves the query among the recent ones when a result is played.
 * @param found undefined until the results of this query are shown
 * @returns handlers for the element around the results, which save it when a link in it is opened
 */
export function useSavedSearch(query: string, found: SearchResult | undefined) {
  useEffect(() => (found ? onPlay(found, () => saveSearch(query)) : undefined), [found, query])

  function saveIfLink({ target }: MouseEvent): void {
    if (found && (target as Element).closest('a')) saveSearch(query)
  }
  // The other: a middle click, which opens a tab.
  return { onClickCapture: saveIfLink, onAuxClickCapture: saveIfLink }
}

/** Calls `act` whenever a track that was found, or one of an album or artist that was, starts. @returns unsubscribes */
function onPlay({ tracks, artists, albums }: SearchResult, act: () => void): () => void {
  const ids = new Set([...tracks, ...artists, ...albums].map(({ id }) => id))
  let { track: last, status: before } = player.getState()
  return player.subscribe(() => {
    const { track, status } = player.getState()
    const isStarted =
      (status === 'loading' || status === 'playing') && (track !== last || before === 'paused')
    last = track
    before = status
    if (isStarted && track && [track.id, track.albumId, track.artistId].some(id => ids.has(id))) act()
  })
}
