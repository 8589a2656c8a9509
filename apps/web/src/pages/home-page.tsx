import { CAROUSEL_SIZES } from '@refrain/contract/media/picture-address'
import { homeTexts } from '@refrain/messages/en/home'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useToken } from '../account/session.ts'
import { ArtistCard } from '../catalogue/cards/artist-card.tsx'
import { popularAlbumsQuery, popularArtistsQuery } from '../catalogue/catalogue-queries.ts'
import { PlayableAlbumCard } from '../listening/buttons/playable-album-card.tsx'
import { scheduleAlbumPlayCount } from '../listening/reports/schedule-album-play-count.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { Loader } from '../ui/loading/loader.tsx'
import { CardCarousel, CardCarouselSkeleton } from './components/card-carousel.tsx'
import { PageBody } from './components/page-body.tsx'
import { ImportNotice } from './home/import-notice.tsx'
import { RecentlyPlayed } from './home/recently-played.tsx'

/** Only a service without music needs it. */
const EmptyCatalogue = lazy(async () => {
  const { EmptyCatalogue } = await loadPart(() => import('./components/empty-catalogue.tsx'))
  return { default: EmptyCatalogue }
})
const MemberShelves = lazy(() => loadPart(() => import('./home/member-shelves.tsx')))

/** Cards visible at first, whose pictures are loaded eagerly. */
const VISIBLE = 4

export function Component() {
  useDocumentTitle(titles.home)
  useEffect(scheduleAlbumPlayCount, [])
  const artists = useQuery(popularArtistsQuery)
  const albums = useQuery(popularAlbumsQuery)
  const token = useToken()
  const ready = artists.data && albums.data
  return (
    <PageBody className="home-shelves grid grid-cols-[minmax(0,1fr)] gap-8 py-6">
      <h1 className="sr-only">{homeTexts.home}</h1>
      <RecentlyPlayed />
      {ready ? (
        <>
          {artists.data.length + albums.data.length === 0 && (
            <Suspense fallback={<Loader />}>
              <EmptyCatalogue />
            </Suspense>
          )}
          {artists.data.length > 0 && (
            <CardCarousel title={homeTexts.popularArtists} all={paths.popularArtists()}>
              {artists.data.map((artist, index) => (
                <ArtistCard key={artist.id} artist={artist} sizes={CAROUSEL_SIZES} first={index < VISIBLE} />
              ))}
            </CardCarousel>
          )}
          {albums.data.length > 0 && (
            <CardCarousel title={homeTexts.popularAlbums} all={paths.popularAlbums()}>
              {albums.data.map((album, index) => (
                <PlayableAlbumCard
                  key={album.id}
                  album={album}
                  sizes={CAROUSEL_SIZES}
                  first={index < VISIBLE}
                />
              ))}
            </CardCarousel>
          )}
        </>
      ) : (
        <>
          <CardCarouselSkeleton round />
          <CardCarouselSkeleton />
        </>
      )}
      {token !== null && (
        <Suspense fallback={<Loader />}>
          <MemberShelves key={token} token={token} />
        </Suspense>
      )}
      {ready && artists.data.length + albums.data.length > 0 && <ImportNotice />}
    </PageBody>
  )
}
