import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { listeningTexts } from '@refrain/messages/en/listening'
import { queryClient } from '../../api/query-client.ts'
import { albumTracksQuery } from '../../catalogue/catalogue-queries.ts'
import { announce } from '../announcements/announce.ts'
import { player } from './player.ts'
import { toPlayerTrack } from './player-track.ts'

/**
 * Appends available tracks to Your Tracks, skipping those already in it.
 * @returns whether any track was added
 */
export function addToQueue(tracks: readonly Track[]): boolean {
  const isAdded = player.addToQueue(...tracks.filter(({ available }) => available).map(toPlayerTrack))
  if (isAdded) announce(listeningTexts.addedToYourTracks)
  return isAdded
}

/** Appends the tracks of an album, in its order; none if they cannot be loaded. */
export async function addAlbumToQueue(album: Pick<Album, 'id'>): Promise<boolean> {
  return addToQueue(await queryClient.ensureQueryData(albumTracksQuery(album.id)).catch(() => []))
}
