import { readEntryId } from '@refrain/contract/entry-ids'
import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { libraryTexts } from '@refrain/messages/en/library'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announcements/announce.ts'
import { mutateTracks } from './mutate-tracks.ts'

/** Those of the tracks that a playlist does not contain, each once. */
export function missingIn(playlist: Pick<Playlist, 'tracks'>, trackIds: readonly string[]): string[] {
  const present = new Set(playlist.tracks)
  return [...new Set(trackIds)].filter(id => !present.has(id))
}

/**
 * Appends tracks to a playlist in one call, except those that it contains.
 * @throws if it contains all of them, or the call fails: then nothing was added
 */
export async function addToPlaylist(
  token: string,
  playlist: Playlist,
  trackIds: readonly string[],
): Promise<void> {
  const missing = missingIn(playlist, trackIds)
  if (missing.length === 0) throw new Error('Nothing was added.')
  await mutateTracks(
    token,
    { playlistId: playlist.id, kind: playlist.type },
    ids => [...ids, ...missingIn({ tracks: ids.map(id => readEntryId(id).trackId) }, missing)],
    () => call(addTracksToPlaylist, { playlistId: playlist.id, tracks: missing }),
  )
  announce(libraryTexts.addedTo({ playlist: playlist.title }))
}
