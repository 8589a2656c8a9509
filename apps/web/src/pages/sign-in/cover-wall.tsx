import { useQuery } from '@tanstack/react-query'
import { popularAlbumsQuery } from '../../catalogue/catalogue-queries.ts'
import { Picture } from '../../media/picture.tsx'

/** Tiles that cover the widest window; the covers there are begin again until it is full. */
const TILES = 60

/** Covers of the catalogue as wallpaper; bare ground until they are there, or where there are none. */
export function CoverWall() {
  const { data: albums = [] } = useQuery({ ...popularAlbumsQuery, throwOnError: false })
  if (albums.length === 0) return null
  return (
    <div aria-hidden className="cover-wall">
      {Array.from({ length: TILES }, (_, place) => {
        const album = albums[(place * 7) % albums.length]
        return (
          album && (
            <Picture
              // biome-ignore lint/suspicious/noArrayIndexKey: a tile is its place
              key={place}
              of={{ owner: 'album', ownerId: album._id, profilePath: album.profile_path }}
              thumbhash={album.thumbhash}
              colour={album.color}
              sizes="160px"
            />
          )
        )
      })}
    </div>
  )
}
