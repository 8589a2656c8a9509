import type { Artist } from '@refrain/contract/catalogue/artists'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ArtistCard } from '../catalogue/cards/artist-card.tsx'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import { artistListingQuery } from '../catalogue/catalogue-queries.ts'
import { useOpenSearch } from '../catalogue/search/use-open-search.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { CardListing } from './components/card-listing.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'

/** All artists, as an infinite list. */
export function Component() {
  useDocumentTitle(titles.artists)
  const openSearch = useOpenSearch()
  const { data, hasNextPage, isPending, isFetching, fetchNextPage } = useInfiniteQuery(artistListingQuery)
  return (
    <PageBody className="py-6">
      <PageHeading>{catalogueTexts.artists}</PageHeading>
      <CardListing
        rows={data?.rows ?? []}
        total={data?.total ?? 0}
        loading={isPending || isFetching}
        onMore={() => {
          if (hasNextPage && !isFetching) fetchNextPage()
        }}
        round
        onFind={openSearch}
        card={artistCard}
      />
    </PageBody>
  )
}

const artistCard = (artist: Artist) => <ArtistCard artist={artist} sizes={GRID_SIZES} />
