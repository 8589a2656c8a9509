import type { Album } from '@refrain/contract/catalogue/albums'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import { albumListingQuery } from '../catalogue/catalogue-queries.ts'
import { useOpenSearch } from '../catalogue/search/use-open-search.ts'
import { PlayableAlbumCard } from '../listening/buttons/playable-album-card.tsx'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { CardListing } from './components/card-listing.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeading } from './components/page-heading.tsx'

/** All albums, as an infinite list. */
export function Component() {
  useDocumentTitle(titles.albums)
  const openSearch = useOpenSearch()
  const { data, hasNextPage, isPending, isFetching, fetchNextPage } = useInfiniteQuery(albumListingQuery)
  return (
    <PageBody className="py-6">
      <PageHeading>{catalogueTexts.albums}</PageHeading>
      <CardListing
        rows={data?.rows ?? []}
        total={data?.total ?? 0}
        loading={isPending || isFetching}
        onMore={() => {
          if (hasNextPage && !isFetching) fetchNextPage()
        }}
        onFind={openSearch}
        card={albumCard}
      />
    </PageBody>
  )
}

const albumCard = (album: Album) => <PlayableAlbumCard album={album} sizes={GRID_SIZES} />
