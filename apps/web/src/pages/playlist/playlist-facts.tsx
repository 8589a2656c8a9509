import type { Track } from '@refrain/contract/catalogue/tracks'
import type { FirstTrackDetails } from '../../catalogue/first-track-query.ts'
import { albumYears, followerCount, songCount, totalTime } from '../../catalogue/format-catalogue.ts'
import { Dot } from '../components/dot.tsx'
import { ArtistAndAlbum, HeaderLine } from '../components/header-line.tsx'

interface Props {
  readonly tracks: readonly Track[]
  /** Undefined for an empty playlist. */
  readonly firstTrack: FirstTrackDetails | undefined
}

/** The lines below a playlist's title. Artist, album, year and followers are those of the first track. */
export function PlaylistFacts({ tracks, firstTrack }: Props) {
  const [first] = tracks
  const [year] = first && firstTrack?.album ? albumYears(firstTrack.album) : []
  return (
    <>
      {first && (
        <ArtistAndAlbum
          artist={{ id: first.artistId, name: firstTrack?.artist?.name ?? first.artistName }}
          album={{ id: first.albumId, title: first.albumTitle }}
        />
      )}
      <HeaderLine>
        {year && (
          <>
            <span className="tabular">{year}</span>
            <Dot />
          </>
        )}
        <span>{songCount(tracks.length)}</span>
        <Dot />
        <span className="tabular">{totalTime(tracks)}</span>
        {first && firstTrack?.artist && (
          <>
            <Dot />
            <span className="tabular">{followerCount(firstTrack.artist.followers)}</span>
          </>
        )}
      </HeaderLine>
    </>
  )
}
