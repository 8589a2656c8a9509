import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import { popularAlbumsQuery } from '../catalogue/catalogue-queries.ts'
import { PlayableAlbumCard } from '../listening/buttons/playable-album-card.tsx'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { CardGrid, CardGridSkeleton } from './components/card-grid.tsx'
import { EmptyCatalogue } from './components/empty-catalogue.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'

/** The popular albums of Home as a grid. */
export function Component() {
  useDocumentTitle(titles.popularAlbums)
  const { data } = useQuery(popularAlbumsQuery)
  return (
    <PageBody className="py-6">
      <PageHeading>{catalogueTexts.popularAlbums}</PageHeading>
      {data?.length === 0 && <EmptyCatalogue />}
      {data ? (
        <CardGrid>
          {data.map(album => (
            <li key={album.id}>
              <PlayableAlbumCard album={album} sizes={GRID_SIZES} />
            </li>
          ))}
        </CardGrid>
      ) : (
        <CardGridSkeleton />
      )}
    </PageBody>
  )
}
