import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { Disc3 } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyIcon } from '../components/empty-icon.tsx'
import { TrackList } from './track-list.tsx'
import { TrackRows } from './track-rows.tsx'
import { useTrackFilter } from './use-track-filter.tsx'

interface Props {
  readonly album: Album
  readonly tracks: readonly Track[]
}

/** An album's tracks in order, grouped by disc if there are several. */
export function AlbumTracks({ album, tracks }: Props) {
  if (tracks.length === 0) return <EmptyIcon />
  if (tracks.every(({ disc }) => disc === tracks[0]?.disc))
    return <TrackList tracks={tracks} label={album.title} listId={album.id} />
  return <Discs album={album} tracks={tracks} />
}

/** One filter serves all discs. */
function Discs({ album, tracks }: Props) {
  const { shown, around } = useTrackFilter({ tracks, label: album.title, listId: album.id })
  const discs = useMemo(() => {
    const on = (disc: number, among: readonly Track[]) => among.filter(track => track.disc === disc)
    return [...new Set(tracks.map(track => track.disc))].map(disc => ({
      disc,
      title: on(disc, tracks).find(track => track.discTitle)?.discTitle ?? catalogueTexts.disc({ disc }),
      ofDisc: on(disc, shown),
      count: on(disc, tracks).length,
    }))
  }, [tracks, shown])
  return around(
    discs.map(({ disc, title, ofDisc, count }) => (
      // Without rows it stays, hidden: its tab stop is where the focus returns to.
      <section key={disc} aria-label={title} hidden={ofDisc.length === 0} className="mb-6">
        <h2 className="mb-2 flex h-9 items-center gap-2 text-sm font-semibold tracking-normal text-quiet">
          <Disc3 aria-hidden className="size-4" />
          {title}
        </h2>
        <TrackRows
          tracks={ofDisc}
          outOf={count}
          label={catalogueTexts.discOfAlbum({ album: album.title, disc: title })}
        />
      </section>
    )),
  )
}
