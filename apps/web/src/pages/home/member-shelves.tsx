import { CAROUSEL_SIZES } from '@refrain/contract/media/picture-address'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ArtistCard } from '../../catalogue/cards/artist-card.tsx'
import { followsQuery } from '../../library/follows/follows-query.ts'
import { suggestionsQuery, withoutPlayed } from '../../listening/queue/suggestions-query.ts'
import { Loader } from '../../ui/loading/loader.tsx'
import { CardCarousel, CardCarouselSkeleton } from '../components/card-carousel.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { TrackList } from '../tracks/track-list.tsx'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'
import { readShelfCounts, type ShelfCounts, saveShelfCounts } from './shelf-counts.ts'
import { SuggestedCard } from './suggested-card.tsx'

/** Most artists in the carousel, those followed last: nobody leafs through more. */
const MOST_ARTISTS = 100

/**
 * What Home has for members below what it has for everybody; each is left out where there is
 * nothing for it. The places of those that were there last time are kept free until they come; one
 * that was not there waits for what stands above it, so that it pushes nothing down.
 */
export default function MemberShelves({ token }: { readonly token: string }) {
  const [before] = useState(readShelfCounts)
  const { data: albums, isPending: isSuggesting } = useQuery(suggestionsQuery(token))
  const { data: follows, isPending: isAsking } = useQuery(followsQuery(token))
  const suggested = useMemo(() => withoutPlayed(albums ?? []), [albums])
  const artists = follows?.artists.slice(0, MOST_ARTISTS) ?? []
  const topTracks = follows?.tracks ?? []

  const isWhole = albums !== undefined && follows !== undefined
  useEffect(() => {
    if (!isWhole) return
    saveShelfCounts({
      suggested: suggested.length,
      following: artists.length,
      topTracks: topTracks.length,
    })
  }, [isWhole, suggested.length, artists.length, topTracks.length])

  if (isSuggesting && !before?.suggested) return <Loader />
  return (
    <>
      {isSuggesting && <SuggestedSkeleton />}
      {suggested.length > 0 && (
        <CardCarousel title="Suggested for You">
          {suggested.map(album => (
            <SuggestedCard key={album._id} album={album} />
          ))}
        </CardCarousel>
      )}
      {isAsking && <FollowsSkeleton before={before} />}
      {artists.length > 0 && (
        <CardCarousel title="Following artists">
          {artists.map(artist => (
            <ArtistCard key={artist._id} artist={artist} sizes={CAROUSEL_SIZES} />
          ))}
        </CardCarousel>
      )}
      {topTracks.length > 0 && (
        <section aria-labelledby="top-tracks">
          <SectionHeading id="top-tracks" className="mb-2">
            Top Tracks From Following
          </SectionHeading>
          <TrackList tracks={topTracks} label="Top Tracks From Following" />
        </section>
      )}
    </>
  )
}

/** Its cards are one line higher than others, where cards stand. */
function SuggestedSkeleton() {
  return (
    <div className="sm:pb-5">
      <CardCarouselSkeleton />
    </div>
  )
}

function FollowsSkeleton({ before }: { readonly before: ShelfCounts | null }) {
  if (!before || before.following + before.topTracks === 0) return <Loader />
  return (
    <>
      {before.following > 0 && <CardCarouselSkeleton round />}
      {before.topTracks > 0 && (
        <div>
          <div className="mb-2 flex h-9 items-center pointer-coarse:h-11">
            <div className="h-6 w-60 animate-pulse-slow rounded-small bg-skeleton" />
          </div>
          <TrackListSkeleton rows={before.topTracks} />
        </div>
      )}
    </>
  )
}
