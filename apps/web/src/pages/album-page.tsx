import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { picturesTexts } from '@refrain/messages/en/pictures'
import { titles } from '@refrain/messages/en/titles'
import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { Fragment, lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useOwnUser } from '../account/own-user.ts'
import { albumQuery, albumTracksQuery } from '../catalogue/catalogue-queries.ts'
import { albumYears, songCount, totalTime } from '../catalogue/format-catalogue.ts'
import { KeepButton } from '../library/kept-albums/keep-button.tsx'
import { PlayAlbumButton } from '../listening/buttons/play-album-button.tsx'
import { ShuffleListButton } from '../listening/buttons/shuffle-list-button.tsx'
import { startAlbum } from '../listening/engine/play.ts'
import { paths } from '../paths.ts'
import { useDocumentTitle } from '../ui/hooks/use-document-title.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { MoreButton } from '../ui/menus/more-button.tsx'
import { useOptionsMenu } from '../ui/menus/use-options-menu.tsx'
import { Dot } from './components/dot.tsx'
import { CreditLine, HeaderLink } from './components/header-line.tsx'
import { PageBody } from './components/page-body.tsx'
import { PageHeader, PageHeaderSkeleton } from './components/page-header.tsx'
import { useAlbumEntries } from './menus/menu-entries.ts'
import { albumSubject } from './menus/menu-subjects.tsx'
import { AlbumTracks } from './tracks/album-tracks.tsx'
import { TrackListSkeleton } from './tracks/track-list-skeleton.tsx'

// A separate chunk: only administrators need it.
const PictureDialog = lazy(() => loadPart(() => import('./admin/collection/picture-dialog.tsx')))

export function Component() {
  const { id = '' } = useParams()
  const { data: album } = useQuery(albumQuery(id))
  const { data: tracks } = useQuery(albumTracksQuery(id))
  useDocumentTitle(album && titles.album({ title: album.title }))
  if (!album) return <AlbumSkeleton />
  return (
    <>
      <AlbumHeader album={album} tracks={tracks} />
      <PageBody className="relative pb-10">
        <div className={ACTIONS}>{tracks ? <AlbumActions album={album} /> : <PlaySkeleton />}</div>
        {tracks ? (
          <AlbumTracks album={album} tracks={tracks} />
        ) : (
          <TrackListSkeleton rows={album.tracks.length} />
        )}
      </PageBody>
    </>
  )
}

/** The row of buttons below the header. */
const ACTIONS =
  'flex h-22 items-center gap-4 pr-12 max-[16rem]:h-auto max-[16rem]:flex-wrap max-[16rem]:gap-1 max-[16rem]:py-4'

/** Replaced as a whole when the album is loaded, because titles take one or more lines. */
function AlbumSkeleton() {
  return (
    <>
      <PageHeaderSkeleton facts="h-11 pointer-coarse:@max-lg/main:h-14 @lg/main:h-5" />
      <PageBody className="relative pb-10">
        <div className={ACTIONS}>
          <PlaySkeleton />
        </div>
        <TrackListSkeleton rows={8} />
      </PageBody>
    </>
  )
}

const PlaySkeleton = () => <div className="size-14 rounded-full bg-skeleton" />

function AlbumActions({ album }: { readonly album: Album }) {
  const entriesOf = useAlbumEntries()
  const isAdministrator = useOwnUser()?.isAdministrator
  const [isChanging, setChanging] = useState(false)
  const change = { label: picturesTexts.changeCover, icon: ImagePlus, onSelect: () => setChanging(true) }
  const { opened, open, menu } = useOptionsMenu(
    (shown: Album) => [...entriesOf(shown), ...(isAdministrator ? [change] : [])],
    albumSubject,
  )
  return (
    <>
      <PlayAlbumButton album={album} />
      <ShuffleListButton listId={album.id} onStart={() => void startAlbum(album)} />
      <KeepButton albumId={album.id} className="size-11 text-text" />
      <MoreButton
        open={opened !== null}
        onPress={event => open(event, event.currentTarget, album)}
        className="size-11 text-text"
      />
      {menu}
      {isChanging && (
        <Suspense>
          <PictureDialog record={{ kind: 'albums', id: album.id }} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  )
}

function AlbumHeader({ album, tracks }: { readonly album: Album; readonly tracks: Track[] | undefined }) {
  return (
    <PageHeader
      picture={{ owner: 'album', ownerId: album.id, picturePath: album.picturePath }}
      thumbhash={album.thumbhash}
      colour={album.color}
      label={catalogueTexts.album}
      title={album.title}
      cover={{ title: album.title, artist: album.artistName }}
    >
      {album.artists ? (
        <CreditLine credit={{ ...album, artistName: album.artists.map(({ name }) => name).join(', ') }} />
      ) : (
        <HeaderLink to={paths.artist(album.artistId)} first>
          {album.artistName}
        </HeaderLink>
      )}
      <span className="hidden @lg/main:inline">
        <Dot />
      </span>
      {albumYears(album).map(year => (
        <Fragment key={year}>
          <span className="tabular">{year}</span>
          <Dot />
        </Fragment>
      ))}
      <span>{songCount(album.tracks.length)}</span>
      {/* Reserves its space while the tracks load, so that the line does not wrap differently afterwards. */}
      <span className={`flex gap-2 ${tracks ? '' : 'invisible'}`}>
        <Dot />
        <span className="tabular">{totalTime(tracks ?? [])}</span>
      </span>
    </PageHeader>
  )
}
