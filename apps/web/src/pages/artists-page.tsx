import type { Artist } from '@refrain/contract/catalogue/artists'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../account/session.ts'
import { ArtistCard } from '../catalogue/cards/artist-card.tsx'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import { CompactCard } from '../catalogue/cards/compact-card.tsx'
import { artistListingQuery } from '../catalogue/catalogue-queries.ts'
import { followerCount } from '../catalogue/format-catalogue.ts'
import { isUsual, type ListingChoice } from '../catalogue/listings/listing-choice.ts'
import { sortedArtistsQuery } from '../catalogue/listings/listing-queries.ts'
import { useCompact } from '../catalogue/listings/use-compact.ts'
import { useListingChoice } from '../catalogue/listings/use-listing-choice.ts'
import { prefetchArtist } from '../catalogue/prefetch.ts'
import { useOpenSearch } from '../catalogue/search/use-open-search.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { CardListing } from './components/card-listing.tsx'
import { EmptyListing, ListingFrame } from './listings/listing-frame.tsx'

/** All artists, as an infinite list, in the order and with the filters that the listener chooses. */
export function Component() {
  useDocumentTitle(titles.artists)
  const { choice, choose } = useListingChoice('artists')
  return (
    <ListingFrame kind="artists" choice={choice} onChoose={choose}>
      {isUsual(choice) ? <AllArtists /> : <SortedArtists key={JSON.stringify(choice)} choice={choice} />}
    </ListingFrame>
  )
}

function AllArtists() {
  const openSearch = useOpenSearch()
  const isCompact = useCompact()
  const { data, hasNextPage, isPending, isFetching, fetchNextPage } = useInfiniteQuery(artistListingQuery)
  return (
    <CardListing
      rows={data?.rows ?? []}
      total={data?.total ?? 0}
      loading={isPending || isFetching}
      onMore={() => {
        if (hasNextPage && !isFetching) fetchNextPage()
      }}
      round
      onFind={openSearch}
      compact={isCompact}
      card={isCompact ? artistRow : artistCard}
    />
  )
}

function SortedArtists({ choice }: { readonly choice: ListingChoice }) {
  const openSearch = useOpenSearch()
  const isCompact = useCompact()
  const query = sortedArtistsQuery(useToken(), choice)
  const { data = [], hasNextPage, isPending, isFetching, fetchNextPage } = useInfiniteQuery(query)
  return (
    <CardListing
      rows={data}
      total={hasNextPage ? undefined : data.length}
      loading={isPending || isFetching}
      onMore={() => {
        if (hasNextPage && !isFetching) fetchNextPage()
      }}
      round
      onFind={openSearch}
      compact={isCompact}
      empty={<EmptyListing choice={choice} />}
      card={isCompact ? artistRow : artistCard}
    />
  )
}

const artistCard = (artist: Artist) => <ArtistCard artist={artist} sizes={GRID_SIZES} />

const artistRow = (artist: Artist) => (
  <CompactCard
    to={paths.artist(artist.id)}
    picture={{ owner: 'artist', ownerId: artist.id, picturePath: artist.picturePath }}
    look={artist}
    round
    title={artist.name}
    label={followerCount(artist.followers)}
    onPrefetch={() => prefetchArtist(artist.id)}
  />
)
