import { libraryTexts } from '@refrain/messages/en/library'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useToken } from '../account/session.ts'
import { genresQuery } from '../catalogue/genres/genre-queries.ts'
import { keptAlbumsQuery } from '../library/kept-albums/kept-albums-query.ts'
import { playlistsQuery } from '../library/playlists/playlists-query.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'
import { DailyMixes } from './library/daily-mixes.tsx'
import { KeptAlbums, NoKeptAlbums } from './library/kept-albums.tsx'
import { YourPlaylists } from './library/your-playlists.tsx'

const CollectionPlaylists = lazy(async () => ({
  default: (await loadPart(() => import('./library/collection-playlists.tsx'))).CollectionPlaylists,
}))

export function Component() {
  useDocumentTitle(titles.library)
  const token = useToken()
  const { data: playlists } = useQuery(playlistsQuery(token))
  const { data: albums = [], isPending } = useQuery(keptAlbumsQuery(token))
  const { data: genres = [] } = useQuery({ ...genresQuery, throwOnError: false })
  return (
    <PageBody className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-6 pb-10">
      <div>
        <PageHeading>{libraryTexts.library}</PageHeading>
        <YourPlaylists playlists={playlists} />
      </div>
      {/* Each waits for the grids above, which would push it down. */}
      {playlists && (
        <Suspense>
          <CollectionPlaylists>
            {!isPending && (albums.length > 0 ? <KeptAlbums albums={albums} /> : <NoKeptAlbums />)}
            {!isPending && genres.length > 0 && <DailyMixes genres={genres} />}
          </CollectionPlaylists>
        </Suspense>
      )}
    </PageBody>
  )
}
