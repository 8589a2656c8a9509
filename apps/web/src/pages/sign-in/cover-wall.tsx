import { useQuery } from '@tanstack/react-query'
import { configurationQuery } from '../../api/configuration-query.ts'
import { popularAlbumsQuery } from '../../catalogue/catalogue-queries.ts'
import { Picture } from '../../media/picture.tsx'

/** Tiles that fill the widest window; the covers repeat. */
const TILES = 60

/** Covers of popular albums as a background; nothing if there are none, or the service is private. */
export function CoverWall() {
  const { data: configuration } = useQuery(configurationQuery)
  const { data: albums = [] } = useQuery({
    ...popularAlbumsQuery,
    enabled: configuration?.guests === 'listen',
    throwOnError: false,
  })
  if (albums.length === 0) return null
  return (
    <div aria-hidden className="cover-wall">
      {Array.from({ length: TILES }, (_, index) => {
        const album = albums[(index * 7) % albums.length]
        return (
          album && (
            <Picture
              // biome-ignore lint/suspicious/noArrayIndexKey: tiles keep their position
              key={index}
              of={{ owner: 'album', ownerId: album.id, picturePath: album.picturePath }}
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
