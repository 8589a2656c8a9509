import type { Album } from '@refrain/contract/catalogue/albums'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../account/session.ts'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import { CompactCard } from '../catalogue/cards/compact-card.tsx'
import { albumListingQuery } from '../catalogue/catalogue-queries.ts'
import { yearOf } from '../catalogue/format-catalogue.ts'
import { isUsual, type ListingChoice } from '../catalogue/listings/listing-choice.ts'
import { sortedAlbumsQuery } from '../catalogue/listings/listing-queries.ts'
import { useCompact } from '../catalogue/listings/use-compact.ts'
import { useListingChoice } from '../catalogue/listings/use-listing-choice.ts'
import { prefetchAlbum } from '../catalogue/prefetch.ts'
import { useOpenSearch } from '../catalogue/search/use-open-search.ts'
import { PlayableAlbumCard } from '../listening/buttons/playable-album-card.tsx'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { CardListing } from './components/card-listing.tsx'
import { EmptyListing, ListingFrame } from './listings/listing-frame.tsx'

/** All albums, as an infinite list, in the order and with the filters that the listener chooses. */
export function Component() {
  useDocumentTitle(titles.albums)
  const { choice, choose } = useListingChoice('albums')
  return (
    <ListingFrame kind="albums" choice={choice} onChoose={choose}>
      {isUsual(choice) ? <AllAlbums /> : <SortedAlbums key={JSON.stringify(choice)} choice={choice} />}
    </ListingFrame>
  )
}

function AllAlbums() {
  const openSearch = useOpenSearch()
  const isCompact = useCompact()
  const { data, hasNextPage, isPending, isFetching, fetchNextPage } = useInfiniteQuery(albumListingQuery)
  return (
    <CardListing
      rows={data?.rows ?? []}
      total={data?.total ?? 0}
      loading={isPending || isFetching}
      onMore={() => {
        if (hasNextPage && !isFetching) fetchNextPage()
      }}
      onFind={openSearch}
      compact={isCompact}
      card={isCompact ? albumRow : albumCard}
    />
  )
}

function SortedAlbums({ choice }: { readonly choice: ListingChoice }) {
  const openSearch = useOpenSearch()
  const isCompact = useCompact()
  const query = sortedAlbumsQuery(useToken(), choice)
  const { data = [], hasNextPage, isPending, isFetching, fetchNextPage } = useInfiniteQuery(query)
  return (
    <CardListing
      rows={data}
      total={hasNextPage ? undefined : data.length}
      loading={isPending || isFetching}
      onMore={() => {
        if (hasNextPage && !isFetching) fetchNextPage()
      }}
      onFind={openSearch}
      compact={isCompact}
      empty={<EmptyListing choice={choice} />}
      card={isCompact ? albumRow : albumCard}
    />
  )
}

const albumCard = (album: Album) => <PlayableAlbumCard album={album} sizes={GRID_SIZES} />

const albumRow = (album: Album) => (
  <CompactCard
    to={paths.album(album.id)}
    picture={{ owner: 'album', ownerId: album.id, picturePath: album.picturePath }}
    look={album}
    title={album.title}
    label={
      <>
        <bdi>{album.artistName}</bdi> · {yearOf(album.releasedAt)}
      </>
    }
    onPrefetch={() => prefetchAlbum(album.id)}
  />
)
