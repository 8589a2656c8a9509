import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { ArtistCard } from '../catalogue/cards/artist-card.tsx'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import { popularArtistsQuery } from '../catalogue/catalogue-queries.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { CardGrid, CardGridSkeleton } from './components/card-grid.tsx'
import { EmptyCatalogue } from './components/empty-catalogue.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'

/** The popular artists of Home as a grid. */
export function Component() {
  useDocumentTitle(titles.popularArtists)
  const { data } = useQuery(popularArtistsQuery)
  return (
    <PageBody className="py-6">
      <PageHeading>{catalogueTexts.popularArtists}</PageHeading>
      {data?.length === 0 && <EmptyCatalogue />}
      {data ? (
        <CardGrid>
          {data.map(artist => (
            <li key={artist.id}>
              <ArtistCard artist={artist} sizes={GRID_SIZES} />
            </li>
          ))}
        </CardGrid>
      ) : (
        <CardGridSkeleton round />
      )}
    </PageBody>
  )
}
