import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { queryClient } from '../../api/query-client.ts'
import { albumTracksQuery } from '../../catalogue/catalogue-queries.ts'
import { announce } from '../announcements/announce.ts'
import { YOUR_TRACKS } from '../queue/queue-opening.ts'
import { player } from './player.ts'
import { toPlayerTrack } from './player-track.ts'

/** What tells that something was added, to eyes and ears. */
export const ADDED = `Added to ${YOUR_TRACKS}`

/**
 * Puts tracks behind the listener's own, as far as their sound is there; those that are there already are
 * passed over (NOW-18). Answers whether any was added.
 */
export function addToQueue(tracks: readonly Track[]): boolean {
  let added = 0
  for (const track of tracks) if (track.available && player.addToQueue(toPlayerTrack(track))) added++
  if (added > 0) announce(ADDED)
  return added > 0
}

/** Puts the tracks of an album there, in its order; none where they cannot be had. */
export async function addAlbumToQueue(album: Pick<Album, '_id'>): Promise<boolean> {
  return addToQueue(await queryClient.ensureQueryData(albumTracksQuery(album._id)).catch(() => []))
}
