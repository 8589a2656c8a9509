import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { Picture } from '../../media/picture.tsx'
import { Equaliser } from '../buttons/equaliser.tsx'
import { doubtPicture } from '../engine/known-pictures.ts'
import { usePictureOf } from '../engine/use-picture-of.ts'
import { usePlayer } from '../engine/use-player.ts'

interface Props {
  readonly track: PlayerTrack
  readonly sizes: string
  readonly className: string
}

export function PlayingCover({ track, sizes, className }: Props) {
  return <CoverOf track={track} picture={usePictureOf(track)} sizes={sizes} className={className} />
}

/** As `PlayingCover`, small, with the bars that move as long as the track plays. */
export function MovingCover({ className, ...props }: Props) {
  const isPlaying = usePlayer(state => state.status === 'playing')
  return (
    <div className={`relative ${className}`}>
      <PlayingCover {...props} className="" />
      {isPlaying && (
        <span className="absolute right-0.5 bottom-0.5 grid size-5 place-items-center rounded-small bg-shade">
          <Equaliser playing />
        </span>
      )}
    </div>
  )
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
      name={track.albumTitle}
      by={track.artistName}
      sizes={sizes}
      className={className}
      onMissing={() => doubtPicture(track)}
    />
  )
}
