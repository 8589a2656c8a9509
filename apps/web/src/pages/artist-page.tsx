import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import type { CreditRole } from '@refrain/contract/catalogue/credit-roles'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { creditsTexts } from '@refrain/messages/en/catalogue/credits'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { useOwnUser } from '../account/own-user.ts'
import { queryClient } from '../api/query-client.ts'
import { GRID_SIZES } from '../catalogue/cards/card-sizes.ts'
import {
  artistAlbumsQuery,
  artistAppearancesQuery,
  artistQuery,
  artistTracksQuery,
} from '../catalogue/catalogue-queries.ts'
import { artistCreditsQuery } from '../catalogue/credits/credit-queries.ts'
import { followerCount } from '../catalogue/format-catalogue.ts'
import { useArtistTracks } from '../catalogue/use-tracks.ts'
import { FollowButton } from '../library/follows/follow-button.tsx'
import { PlayListButton } from '../listening/buttons/play-list-button.tsx'
import { PlayableAlbumCard } from '../listening/buttons/playable-album-card.tsx'
import type { TrackListing } from '../listening/engine/player-track.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { PictureButton } from './admin/collection/picture-button.tsx'
import { CardGrid } from './components/card-grid.tsx'
import { EmptyIcon } from './components/empty-icon.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeader, PageHeaderSkeleton } from './components/page-header.tsx'
import { SectionHeading } from './components/section-heading.tsx'
import { TopTracks } from './tracks/top-tracks.tsx'
import { TrackListSkeleton } from './tracks/track-list-skeleton.tsx'

export function Component() {
  const { id = '' } = useParams()
  const { data: artist } = useQuery(artistQuery(id))
  const { tracks, isComplete } = useArtistTracks(id)
  const { data: albums } = useQuery(artistAlbumsQuery(id))
  const { data: appearances = [] } = useQuery(artistAppearancesQuery(id))
  const { data: credits = [], isPending: areCreditsPending } = useQuery(artistCreditsQuery(id))
  useDocumentTitle(artist?.name)
  const listing = useMemo<TrackListing>(
    () => ({
      id: `artist-${id}`,
      title: artist?.name ?? '',
      tracks: tracks ?? [],
      ...(!isComplete && { loadAll: () => queryClient.ensureQueryData(artistTracksQuery(id)) }),
    }),
    [id, artist?.name, tracks, isComplete],
  )
  if (!artist) return <ArtistSkeleton />
  return (
    <>
      <ArtistHeader artist={artist} listing={listing} />
      <PageBody className={BODY}>
        {tracks && albums ? (
          <>
            {tracks.length + albums.length + credits.length === 0 && !areCreditsPending && <EmptyIcon />}
            {tracks.length > 0 && <TopTracks key={id} tracks={tracks} listId={id} />}
            {albums.length > 0 && (
              <AlbumSection id="albums" heading={catalogueTexts.albums} albums={albums} />
            )}
            {appearances.length > 0 && (
              <AlbumSection id="appearances" heading={catalogueTexts.appearsOn} albums={appearances} />
            )}
            {credits.map(({ role, albums: credited }) => (
              <AlbumSection key={role} id={role} heading={headingOf(role)} albums={credited} />
            ))}
          </>
        ) : (
          <TrackListSkeleton rows={8} />
        )}
      </PageBody>
    </>
  )
}

const BODY = 'relative grid grid-cols-[minmax(0,1fr)] gap-10 pt-8 pb-10'

interface HeaderProps {
  readonly artist: Artist
  readonly listing: TrackListing
}

/** Somebody who performs nothing can be neither played nor followed. */
function ArtistHeader({ artist, listing }: HeaderProps) {
  const isAdministrator = useOwnUser()?.isAdministrator
  return (
    <PageHeader
      picture={{ owner: 'artist', ownerId: artist.id, picturePath: artist.picturePath }}
      thumbhash={artist.thumbhash}
      colour={artist.color}
      label={catalogueTexts.artist}
      title={artist.name}
      round
    >
      {!artist.isCreditOnly && (
        <>
          <span className="tabular">{followerCount(artist.followers)}</span>
          <PlayListButton listing={listing} className="ml-2 size-12" />
          <FollowButton artistId={artist.id} />
          {isAdministrator && (
            <PictureButton
              record={{ kind: 'artists', id: artist.id }}
              name={artist.name}
              className="text-on-cover"
            />
          )}
        </>
      )}
    </PageHeader>
  )
}

function headingOf(role: CreditRole): string {
  const headings: Readonly<Record<CreditRole, string>> = {
    composer: creditsTexts.composed,
    lyricist: creditsTexts.wroteLyrics,
    arranger: creditsTexts.arranged,
    conductor: creditsTexts.conducted,
    producer: creditsTexts.produced,
    remixer: creditsTexts.remixed,
  }
  return headings[role]
}

/** Replaced as a whole when the artist is loaded, because names take one or more lines. */
function ArtistSkeleton() {
  return (
    <>
      <PageHeaderSkeleton round facts="h-12" />
      <PageBody className={BODY}>
        <TrackListSkeleton rows={8} />
      </PageBody>
    </>
  )
}

interface SectionProps {
  readonly id: string
  readonly heading: string
  readonly albums: readonly Album[]
}

function AlbumSection({ id, heading, albums }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{heading}</SectionHeading>
      <CardGrid>
        {albums.map(album => (
          <li key={album.id}>
            <PlayableAlbumCard album={album} sizes={GRID_SIZES} />
          </li>
        ))}
      </CardGrid>
    </section>
  )
}
