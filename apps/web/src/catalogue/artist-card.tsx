import type { Artist } from '@refrain/contract/catalogue'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '../media/picture.tsx'
import { paths } from '../paths.ts'
import { prefetchArtist } from './prefetch.ts'

interface Props {
  readonly artist: Artist
  /** How wide the picture is, as in `<img sizes>`. */
  readonly sizes: string
  readonly first?: boolean
}

/** An artist: a round picture, the name and the label 'Artist' (CARD-01 to CARD-04). */
export const ArtistCard = memo(function ArtistCard({ artist, sizes, first = false }: Props) {
  const to = paths.artist(artist._id)
  // Only the card that was pressed sends its picture along; others may show the same.
  const [pressed, setPressed] = useState(false)
  const near = () => prefetchArtist(artist._id)
  return (
    <Link
      to={to}
      viewTransition
      className="card"
      onPointerEnter={near}
      onFocus={near}
      onClick={() => setPressed(true)}
    >
      <Picture
        of={{ owner: 'artist', ownerId: artist._id, profilePath: artist.profile_path }}
        thumbhash={artist.thumbhash}
        colour={artist.color}
        sizes={sizes}
        first={first}
        round
        style={pressed ? { viewTransitionName: `cover-${artist._id}` } : undefined}
      />
      <span className="card-title">
        <bdi>{artist.name}</bdi>
      </span>
      <span className="card-label">Artist</span>
    </Link>
  )
})
