import type { Album } from '@refrain/contract/catalogue'
import { memo, useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '../media/picture.tsx'
import { paths } from '../paths.ts'
import { prefetchAlbum } from './prefetch.ts'

interface Props {
  readonly album: Album
  /** How wide the cover is, as in `<img sizes>`. */
  readonly sizes: string
  readonly first?: boolean
}

/** An album: its cover, title and artist (CARD-05 to CARD-08). */
export const AlbumCard = memo(function AlbumCard({ album, sizes, first = false }: Props) {
  const to = paths.album(album._id)
  // Only the card that was pressed sends its picture along; others may show the same.
  const [pressed, setPressed] = useState(false)
  const near = () => prefetchAlbum(album._id)
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
        of={{ owner: 'album', ownerId: album._id, profilePath: album.profile_path }}
        thumbhash={album.thumbhash}
        colour={album.color}
        sizes={sizes}
        first={first}
        style={pressed ? { viewTransitionName: `cover-${album._id}` } : undefined}
      />
      <span className="card-title">
        <bdi>{album.title}</bdi>
      </span>
      <span className="card-label">
        <bdi>{album.artistName}</bdi>
      </span>
    </Link>
  )
})
