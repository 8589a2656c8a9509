import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { albumTracksQuery } from '../catalogue/catalogue-queries.ts'
import { CreditLinks } from '../catalogue/credit-links.tsx'
import { TrackCredits } from '../catalogue/credits/track-credits.tsx'
import { dayMonthYear, playCount } from '../catalogue/format-catalogue.ts'
import { GenreTag } from '../catalogue/genres/genre-tag.tsx'
import { splitCredit } from '../catalogue/split-credit.ts'
import { trackQuery } from '../catalogue/track-query.ts'
import { LikeButton } from '../library/likes/like-button.tsx'
import { PlayTrackButton } from '../listening/buttons/play-track-button.tsx'
import { trackPicture } from '../listening/engine/player-track.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { MoreButton } from '../ui/menus/more-button.tsx'
import { useOptionsMenu } from '../ui/menus/use-options-menu.tsx'
import { Dot } from './components/dot.tsx'
import { ArtistAndAlbum, HeaderLine } from './components/header-line.tsx'
import { ListHeading } from './components/list-heading.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeader, PageHeaderSkeleton, TWO_LINES } from './components/page-header.tsx'
import { useTrackEntries } from './menus/menu-entries.ts'
import { trackSubject } from './menus/menu-subjects.tsx'
import { TrackList } from './tracks/track-list.tsx'
import { TrackListSkeleton } from './tracks/track-list-skeleton.tsx'

/** A track, and below it the album it is from and its credits. */
export function Component() {
  const { id = '' } = useParams()
  const { data: track } = useQuery(trackQuery(id))
  useDocumentTitle(track?.title)
  if (!track) return <TrackSkeleton />
  return (
    <>
      <TrackHeader track={track} />
      <PageBody className="relative pb-10">
        <div className={ACTIONS}>
          <TrackActions track={track} />
        </div>
        <AlbumOfTrack track={track} />
        <TrackCredits trackId={track.id} />
      </PageBody>
    </>
  )
}

/** The row of buttons below the header. */
const ACTIONS = 'flex min-h-22 flex-wrap items-center gap-x-4 gap-y-2 py-3'

/** Replaced as a whole when the track is loaded, because titles take one or more lines. */
function TrackSkeleton() {
  return (
    <>
      <PageHeaderSkeleton facts={TWO_LINES} />
      <PageBody className="relative pb-10">
        <div className={ACTIONS} />
        <TrackListSkeleton rows={6} />
      </PageBody>
    </>
  )
}

function TrackHeader({ track }: { readonly track: Track }) {
  return (
    <PageHeader
      picture={trackPicture(track)}
      thumbhash={track.picture.thumbhash}
      colour={track.picture.color}
      label={catalogueTexts.song}
      title={track.title}
      cover={{ title: track.albumTitle, artist: track.artistName }}
    >
      <ArtistAndAlbum
        artist={{ id: track.artistId, name: track.artistName }}
        album={{ id: track.albumId, title: track.albumTitle }}
        credit={track}
      />
      <GuestLine track={track} />
      <HeaderLine>
        <span className="tabular">{track.duration}</span>
        <Dot />
        <time dateTime={track.addedAt} className="tabular">
          {dayMonthYear(track.addedAt)}
        </time>
        <Dot />
        <span className="tabular">{playCount(track.playCount)}</span>
      </HeaderLine>
    </PageHeader>
  )
}

/** The guests whom only the title names. */
function GuestLine({ track }: { readonly track: Track }) {
  const credited = new Set(splitCredit(track).map(part => part.artistId))
  const guests = (track.artists ?? []).filter(({ id }) => !credited.has(id))
  if (guests.length === 0) return null
  const names = guests.map(({ name }) => name).join(', ')
  const credit = { artistName: catalogueTexts.withGuests({ names }), artistId: '', artists: guests }
  return (
    <HeaderLine>
      <span>
        <CreditLinks track={credit} linkClassName="rounded-small font-bold hover:underline" />
      </span>
    </HeaderLine>
  )
}

function TrackActions({ track }: { readonly track: Track }) {
  const { opened, open, menu } = useOptionsMenu(useTrackEntries(), trackSubject)
  return (
    <>
      <PlayTrackButton track={track} />
      <LikeButton trackId={track.id} className="size-11" />
      <MoreButton
        open={opened !== null}
        onPress={event => open(event, event.currentTarget, track)}
        className="size-11 text-text"
      />
      {track.genre !== '' && <GenreTag name={track.genre} />}
      {menu}
    </>
  )
}

/** Shows only the track itself if the album cannot be fetched. */
function AlbumOfTrack({ track }: { readonly track: Track }) {
  const { data, isError } = useQuery({ ...albumTracksQuery(track.albumId), throwOnError: false })
  const tracks = data ?? (isError ? [track] : undefined)
  const heading = (
    <h2 id="album" className="py-1 text-xl font-bold break-words">
      <bdi>{track.albumTitle}</bdi>
    </h2>
  )
  return (
    <section aria-labelledby="album" className="pt-2">
      {tracks ? (
        <TrackList tracks={tracks} label={track.albumTitle} listId={track.albumId} heading={heading} />
      ) : (
        <>
          <ListHeading>{heading}</ListHeading>
          <TrackListSkeleton rows={6} />
        </>
      )}
    </section>
  )
}
