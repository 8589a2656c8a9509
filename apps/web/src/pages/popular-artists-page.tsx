import { titles } from '@refrain/contract/titles'
import { useQuery } from '@tanstack/react-query'
import { ArtistCard } from '../catalogue/artist-card.tsx'
import { GRID_SIZES } from '../catalogue/card-sizes.ts'
import { popularArtistsQuery } from '../catalogue/catalogue-queries.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { CardGrid, CardGridSkeleton } from './parts/card-grid.tsx'
import { EmptyCatalogue } from './parts/empty-catalogue.tsx'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

/** The same popular artists as on Home, all of them in sight. */
export function Component() {
  useDocumentTitle(titles.popularArtists)
  const { data } = useQuery(popularArtistsQuery)
  return (
    <PageBody className="py-6">
      <PageHeading>Popular artists</PageHeading>
      {data?.length === 0 && <EmptyCatalogue />}
      {data ? (
        <CardGrid>
          {data.map(artist => (
            <li key={artist._id}>
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
