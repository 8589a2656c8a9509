import { archiveTexts } from '@refrain/messages/en/archive'
import type { Share, Summary } from '../../library/archive/find-in-catalogue.ts'

/** What an archive holds, and how much of it is in the catalogue. */
export function ArchiveSummary({ summary }: { readonly summary: Summary }) {
  const { likes, artists, albums, playlists, playlistTracks, history } = summary
  const rows: [string, Share][] = [
    [archiveTexts.likedSongs, likes],
    [archiveTexts.followedArtists, artists],
    [archiveTexts.keptAlbums, albums],
    [archiveTexts.songsInPlaylists({ playlists }), playlistTracks],
    [archiveTexts.history, history],
  ]
  return (
    <dl className="grid w-full grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm">
      {rows.map(([name, { found, all }]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-quiet">{name}</dt>
          <dd className="tabular text-end font-semibold">
            {all === 0 ? archiveTexts.none : archiveTexts.share({ found, all })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
