import { listingsTexts } from '@refrain/messages/en/catalogue/listings'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useToken } from '../../account/session.ts'
import { type ListingChoice, writeChoice } from '../../catalogue/listings/listing-choice.ts'
import { songListingQuery } from '../../catalogue/listings/listing-queries.ts'
import { useListingChoice } from '../../catalogue/listings/use-listing-choice.ts'
import type { TrackListing } from '../../listening/engine/player-track.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { useNearEnd } from '../../ui/scrolling/use-near-end.ts'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'
import { TrackRows } from '../tracks/track-rows.tsx'
import { EmptyListing, ListingFrame } from './listing-frame.tsx'

/** All songs, as an infinite list, in the order and with the filters that the listener chooses. */
export function Component() {
  useDocumentTitle(titles.songs)
  const { choice, choose } = useListingChoice('songs')
  return (
    <ListingFrame kind="songs" choice={choice} onChoose={choose}>
      <Songs key={JSON.stringify(choice)} choice={choice} />
    </ListingFrame>
  )
}

/** A row plays in the list of those that are loaded. */
function Songs({ choice }: { readonly choice: ListingChoice }) {
  const query = songListingQuery(useToken(), choice)
  const { data: tracks, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(query)
  const id = `songs-${writeChoice(choice)}`
  const listing = useMemo<TrackListing>(
    () => ({ id, title: listingsTexts.songs, tracks: tracks ?? [] }),
    [id, tracks],
  )
  useNearEnd(
    () => {
      if (hasNextPage && !isFetching) fetchNextPage()
    },
    // Again after each answer: one may have no rows while there are more.
    tracks ? tracks.length + (isFetching ? 1 : 2) : 0,
  )
  if (!tracks) return <TrackListSkeleton rows={12} />
  if (tracks.length === 0 && !hasNextPage) return <EmptyListing choice={choice} />
  return (
    <>
      <TrackRows tracks={tracks} label={listingsTexts.songs} listing={listing} />
      {hasNextPage && <TrackListSkeleton rows={3} />}
    </>
  )
}
