import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { trackPicture } from '../../listening/engine/player-track.ts'
import { Picture } from '../../media/picture.tsx'
import type { MenuSubject } from '../../ui/menus/menu-props.ts'

/** Width of pictures on top of menus, as in `<img sizes>`. */
export const SUBJECT_SIZES = '56px'

export function trackSubject(track: Track): MenuSubject {
  return {
    title: track.title,
    detail: track.artistName,
    picture: (
      <Picture
        of={trackPicture(track)}
        thumbhash={track.picture.thumbhash}
        colour={track.picture.color}
        sizes={SUBJECT_SIZES}
        first
      />
    ),
  }
}

export function albumSubject({ id, title, artistName, picturePath, thumbhash, color }: Album): MenuSubject {
  return {
    title,
    detail: artistName,
    picture: (
      <Picture
        of={{ owner: 'album', ownerId: id, picturePath }}
        thumbhash={thumbhash}
        colour={color}
        sizes={SUBJECT_SIZES}
        first
      />
    ),
  }
}
