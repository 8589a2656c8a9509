import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { isPictureCurrent, knownPicture, onPictureDoubt } from './known-pictures.ts'

const NOTHING = () => {}

/**
 * The picture of a track's album, undefined while it is unknown. A track that comes from a list brings it along: the queue would
 * otherwise fetch an album for each of its rows. Its album is only observed if the picture is unknown, or may have been replaced.
 */
export function usePictureOf(track: PlayerTrack): Track['picture'] | undefined {
  const client = useQueryClient()
  const { albumId } = track
  const isCurrent = () => isPictureCurrent(track)
  const isKnown = useSyncExternalStore(onPictureDoubt, isCurrent, isCurrent)
  // Not `useQuery`, which every row would pay for.
  const observer = useMemo(
    () => (isKnown ? undefined : new QueryObserver(client, { ...albumQuery(albumId), throwOnError: false })),
    [client, isKnown, albumId],
  )
  const subscribe = useCallback((notify: () => void) => observer?.subscribe(notify) ?? NOTHING, [observer])
  const read = () => observer?.getCurrentResult().data
  return useSyncExternalStore(subscribe, read, read) ?? knownPicture(track)
}
