import { CAROUSEL_SIZES } from '@refrain/contract/media/picture-address'
import { homeTexts } from '@refrain/messages/en/home'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ArtistCard } from '../../catalogue/cards/artist-card.tsx'
import { followsQuery } from '../../library/follows/follows-query.ts'
import { suggestionsQuery, withoutPlayed } from '../../listening/queue/suggestions-query.ts'
import { HOME_SHELVES, readJson } from '../../listening/resume/saved-values.ts'
import { writeLocal } from '../../ui/browser/local-storage.ts'
import { Loader } from '../../ui/loading/loader.tsx'
import { CardCarousel, CardCarouselSkeleton } from '../components/card-carousel.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { TrackList } from '../tracks/track-list.tsx'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'
import { SuggestedCard } from './suggested-card.tsx'

/** Number of items in each member section of Home. */
interface ShelfCounts {
  readonly suggested: number
  readonly following: number
  readonly topTracks: number
}

/** Most recently followed artists in the carousel. */
const MAX_ARTISTS = 100

/**
 * The member sections of Home, without those that are empty. Skeletons reserve space for the sections of the last
 * visit; others wait for those above them, so that they push nothing down.
 */
export default function MemberShelves({ token }: { readonly token: string }) {
  const [lastCounts] = useState(readShelfCounts)
  const { data: albums, isPending: isLoadingSuggestions } = useQuery(suggestionsQuery(token))
  const { data: follows, isPending: isLoadingFollows } = useQuery(followsQuery(token))
  const suggested = useMemo(() => withoutPlayed(albums ?? []), [albums])
  const artists = follows?.artists.slice(0, MAX_ARTISTS) ?? []
  const topTracks = follows?.tracks ?? []

  const isComplete = albums !== undefined && follows !== undefined
  useEffect(() => {
    if (!isComplete) return
    saveShelfCounts({
      suggested: suggested.length,
      following: artists.length,
      topTracks: topTracks.length,
    })
  }, [isComplete, suggested.length, artists.length, topTracks.length])

  if (isLoadingSuggestions && !lastCounts?.suggested) return <Loader />
  return (
    <>
      {isLoadingSuggestions && <SuggestedSkeleton />}
      {suggested.length > 0 && (
        <CardCarousel title={homeTexts.suggestedForYou}>
          {suggested.map(album => (
            <SuggestedCard key={album.id} album={album} />
          ))}
        </CardCarousel>
      )}
      {isLoadingFollows && <FollowsSkeleton lastCounts={lastCounts} />}
      {artists.length > 0 && (
        <CardCarousel title={homeTexts.followingArtists}>
          {artists.map(artist => (
            <ArtistCard key={artist.id} artist={artist} sizes={CAROUSEL_SIZES} />
          ))}
        </CardCarousel>
      )}
      {topTracks.length > 0 && (
        <section aria-labelledby="top-tracks">
          <TrackList
            tracks={topTracks}
            label={homeTexts.topTracksFromFollowing}
            listId="top-tracks"
            heading={<SectionHeading id="top-tracks">{homeTexts.topTracksFromFollowing}</SectionHeading>}
          />
        </section>
      )}
    </>
  )
}

/** Suggested cards are one line higher than others. */
function SuggestedSkeleton() {
  return (
    <div className="sm:pb-5">
      <CardCarouselSkeleton />
    </div>
  )
}

function FollowsSkeleton({ lastCounts }: { readonly lastCounts: ShelfCounts | null }) {
  if (!lastCounts || lastCounts.following + lastCounts.topTracks === 0) return <Loader />
  return (
    <>
      {lastCounts.following > 0 && <CardCarouselSkeleton round />}
      {lastCounts.topTracks > 0 && (
        <div>
          <div className="mb-2 flex h-9 items-center pointer-coarse:h-11">
            <div className="h-6 w-60 animate-pulse-slow rounded-small bg-skeleton" />
          </div>
          <TrackListSkeleton rows={lastCounts.topTracks} />
        </div>
      )}
    </>
  )
}

/** The counts of the last visit, used to size the skeletons; null if unknown. */
function readShelfCounts(): ShelfCounts | null {
  const stored = readJson(HOME_SHELVES)
  if (!Array.isArray(stored)) return null
  const [suggested, following, topTracks] = stored.map(Number).map(count => (count > 0 ? count : 0))
  return { suggested: suggested ?? 0, following: following ?? 0, topTracks: topTracks ?? 0 }
}

/** Removes the stored counts if all are 0. */
function saveShelfCounts({ suggested, following, topTracks }: ShelfCounts): void {
  const counts = [suggested, following, topTracks]
  writeLocal(HOME_SHELVES, counts.some(count => count > 0) ? JSON.stringify(counts) : null)
}
