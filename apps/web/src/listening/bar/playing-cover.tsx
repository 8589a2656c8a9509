import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { Picture } from '../../media/picture.tsx'
import { doubtPicture } from '../engine/known-pictures.ts'
import { usePictureOf } from '../engine/use-picture-of.ts'

interface Props {
  readonly track: PlayerTrack
  readonly sizes: string
  readonly className: string
}

export function PlayingCover({ track, sizes, className }: Props) {
  return <CoverOf track={track} picture={usePictureOf(track)} sizes={sizes} className={className} />
}

/** As `PlayingCover`, with a picture that is known. */
export function CoverOf({
  track,
  picture,
  sizes,
  className,
}: Props & { readonly picture: Track['picture'] | undefined }) {
  return (
    <Picture
      of={{ owner: 'album', ownerId: track.albumId, picturePath: picture?.picturePath ?? '' }}
      thumbhash={picture?.thumbhash ?? ''}
      colour={picture?.color}
      sizes={sizes}
      className={className}
      onMissing={() => doubtPicture(track)}
    />
  )
}
