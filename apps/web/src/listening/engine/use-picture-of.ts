import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { useQuery } from '@tanstack/react-query'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { knownPictures } from './known-pictures.ts'

/**
 * The picture of a track's album, undefined while it is unknown. A track that comes from a list brings it along: the queue would
 * otherwise fetch an album for each of its rows.
 */
export function usePictureOf(track: PlayerTrack): Track['picture'] | undefined {
  const known = knownPictures.get(track)
  const enabled = known === undefined
  const { data } = useQuery({ ...albumQuery(track.albumId), enabled, throwOnError: false })
  return data ?? known
}
