import type { PlayerTrack } from '@refrain/player/state/player-state'
import { useQuery } from '@tanstack/react-query'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { Picture } from '../../media/picture.tsx'

interface Props {
  readonly track: PlayerTrack
  readonly sizes: string
  readonly className: string
}

export function PlayingCover({ track, sizes, className }: Props) {
  const { data } = useQuery({ ...albumQuery(track.albumId), throwOnError: false })
  return (
    <Picture
      of={{ owner: 'album', ownerId: track.albumId, picturePath: data?.picturePath ?? '' }}
      thumbhash={data?.thumbhash ?? ''}
      colour={data?.color}
      sizes={sizes}
      className={className}
    />
  )
}
