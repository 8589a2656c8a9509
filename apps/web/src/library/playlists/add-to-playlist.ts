import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { call } from '../../api/call.ts'
import { announce } from '../../listening/announce.ts'
import { changeTracks } from './change-tracks.ts'

/** Those of the tracks that a playlist does not hold, each once. */
export function missingIn(playlist: Pick<Playlist, 'tracks'>, trackIds: readonly string[]): string[] {
  const held = new Set(playlist.tracks)
  return [...new Set(trackIds)].filter(id => !held.has(id))
}

/**
 * Puts tracks at the end of a playlist, in one call; those it holds are passed over (PROP-19).
 * @throws where nothing is missing, or the call fails: then nothing was added
 */
export async function addToPlaylist(
  token: string,
  playlist: Playlist,
  trackIds: readonly string[],
): Promise<void> {
  const missing = missingIn(playlist, trackIds)
  if (missing.length === 0) throw new Error('Nothing was added.')
  await changeTracks(
    token,
    { playlistId: playlist._id, kind: playlist.type },
    ids => [...ids, ...missingIn({ tracks: [...ids] }, missing)],
    () => call(addTracksToPlaylist, { playlistId: playlist._id, tracksArray: missing }),
  )
  announce(`Added to ${playlist.title}`)
}
