import type { Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { setLiked } from '../likes/set-liked.ts'
import { addToPlaylist } from './add-to-playlist.ts'
import { cacheTrack } from './playlist-tracks-query.ts'

/** Adds a track to the playlist that is open: shown at once, and removed without a message if the call fails. */
export async function addFoundTrack(token: string, playlist: Playlist, track: Track): Promise<void> {
  cacheTrack(token, playlist, track)
  if (playlist.type === 'liked') await setLiked(track.id, true)
  else await addToPlaylist(token, playlist, [track.id]).catch(() => {})
}
