import type { SearchResult } from '@refrain/contract/catalogue/search'
import { type MouseEvent, useEffect } from 'react'
import { saveSearch } from '../../catalogue/search/recent-searches.ts'
import { player } from '../../listening/engine/player.ts'
import type { FoundPlaylist } from './use-found-playlists.ts'

/**
 * Saves the query among the recent ones when a result is played.
 * @param found undefined until the results of this query are shown
 * @returns handlers for the element around the results, which save it when a link in it is opened
 */
export function useSavedSearch(
  query: string,
  found: SearchResult | undefined,
  playlists: readonly FoundPlaylist[],
) {
  useEffect(() => {
    if (!found) return
    const all = [...found.tracks, ...found.artists, ...found.albums, ...playlists]
    return onPlay(new Set(all.map(({ id }) => id)), () => saveSearch(query))
  }, [found, query, playlists])

  function saveIfLink({ target }: MouseEvent): void {
    if (found && (target as Element).closest('a')) saveSearch(query)
  }
  // The other: a middle click, which opens a tab.
  return { onClickCapture: saveIfLink, onAuxClickCapture: saveIfLink }
}

/** Calls `act` whenever a track, album, artist or playlist of these ids starts. @returns unsubscribes */
function onPlay(ids: ReadonlySet<string>, act: () => void): () => void {
  let { track: last, status: before } = player.getState()
  return player.subscribe(() => {
    const { track, status, list } = player.getState()
    const isStarted =
      (status === 'loading' || status === 'playing') && (track !== last || before === 'paused')
    last = track
    before = status
    if (!isStarted || !track) return
    if ([track.id, track.albumId, track.artistId, list?.id ?? ''].some(id => ids.has(id))) act()
  })
}
