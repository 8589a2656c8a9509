import type { Track } from '@refrain/contract/catalogue/tracks'
import type { FirstTrackDetails } from '../../catalogue/first-track-query.ts'
import { followerCount, songCount, totalTime, yearOf } from '../../catalogue/format-catalogue.ts'
import { Dot } from '../components/dot.tsx'
import { ArtistAndAlbum, HeaderLine } from '../components/header-line.tsx'

interface Props {
  readonly tracks: readonly Track[]
  /** What was fetched of the first track; nothing where there is none. */
  readonly of: FirstTrackDetails | undefined
}

/**
 * What a playlist's header says under the title. Artist, album, year and followers are
 * those of its first track; an empty one has none of the four.
 */
export function PlaylistFacts({ tracks, of }: Props) {
  const [first] = tracks
  return (
    <>
      {first && (
        <ArtistAndAlbum
          artist={{ id: first.artist, name: of?.artist?.name ?? first.artistName }}
          album={{ id: first.album, title: first.albumTitle }}
        />
      )}
      <HeaderLine>
        {first && of?.album && (
          <>
            <span className="tabular">{yearOf(of.album.createdAt)}</span>
            <Dot />
          </>
        )}
        <span>{songCount(tracks.length)}</span>
        <Dot />
        <span className="tabular">{totalTime(tracks)}</span>
        {first && of?.artist && (
          <>
            <Dot />
            <span className="tabular">{followerCount(of.artist.followers)}</span>
          </>
        )}
      </HeaderLine>
    </>
  )
}
