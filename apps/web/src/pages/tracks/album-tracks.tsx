import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { Disc3 } from 'lucide-react'
import { EmptyIcon } from '../components/empty-icon.tsx'
import { TrackList } from './track-list.tsx'

interface Props {
  readonly album: Album
  readonly tracks: readonly Track[]
}

/** An album's tracks in order, grouped by disc if there are several. */
export function AlbumTracks({ album, tracks }: Props) {
  const discs = [...new Set(tracks.map(track => track.disc))]
  if (tracks.length === 0) return <EmptyIcon />
  if (discs.length === 1) return <TrackList tracks={tracks} label={album.title} />
  return discs.map(disc => (
    <section key={disc} aria-label={catalogueTexts.disc({ disc })} className="mb-6">
      <h2 className="mb-2 flex h-9 items-center gap-2 text-sm font-semibold tracking-normal text-quiet">
        <Disc3 aria-hidden className="size-4" />
        {catalogueTexts.disc({ disc })}
      </h2>
      <TrackList
        tracks={tracks.filter(track => track.disc === disc)}
        label={catalogueTexts.discOfAlbum({ album: album.title, disc })}
      />
    </section>
  ))
}
