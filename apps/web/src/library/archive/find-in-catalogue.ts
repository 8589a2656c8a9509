import { ARCHIVE_LISTS, type ArchiveList, matchArchive } from '@refrain/contract/library/archive'
import { countLimits } from '@refrain/contract/limits'
import type { Archive } from './archive.ts'
import { callPatiently } from './call-patiently.ts'

/** Ids of this catalogue by the archive's ids. */
export interface Found {
  readonly tracks: ReadonlyMap<string, string>
  readonly albums: ReadonlyMap<string, string>
  readonly artists: ReadonlyMap<string, string>
  readonly genres: ReadonlyMap<string, string>
}

/** Which records the items of a list are. */
export const KINDS = {
  following: 'artists',
  interestedArtists: 'artists',
  interestedGenres: 'genres',
  countedTracks: 'tracks',
  countedAlbums: 'albums',
  playedTracks: 'tracks',
  keptAlbums: 'albums',
  ratedTracks: 'tracks',
  ratedAlbums: 'albums',
  ratedArtists: 'artists',
} as const satisfies Record<ArchiveList, keyof Found>

/** Finds the records of an archive in the catalogue. @throws CallError if a call fails */
export async function findInCatalogue(token: string, archive: Archive, signal: AbortSignal): Promise<Found> {
  const found = {
    tracks: new Map<string, string>(),
    albums: new Map<string, string>(),
    artists: new Map<string, string>(),
    genres: new Map<string, string>(),
  }
  const kinds = Object.keys(found) as (keyof Found)[]
  const most = Math.max(...kinds.map(kind => archive[kind].length))
  for (let start = 0; start < most; start += countLimits.archiveBatch) {
    const batch = <Item>(items: readonly Item[]) => items.slice(start, start + countLimits.archiveBatch)
    const input = {
      tracks: batch(archive.tracks),
      albums: batch(archive.albums),
      artists: batch(archive.artists).map(({ mbid, name }) => ({ mbid, name })),
      genres: batch(archive.genres).map(({ name }) => name),
    }
    const response = await callPatiently(token, matchArchive, input, signal)
    for (const kind of kinds) {
      batch<{ readonly id: string }>(archive[kind]).forEach(({ id }, index) => {
        const here = response[kind][index]
        if (here) found[kind].set(id, here)
      })
    }
  }
  return found
}

/** How much of a part of the archive the catalogue has. */
export interface Share {
  readonly found: number
  readonly all: number
}

export interface Summary {
  readonly likes: Share
  readonly artists: Share
  readonly playlists: number
  readonly playlistTracks: Share
  readonly albums: Share
  /** Played tracks and albums, ratings, and what suggestions are made from. */
  readonly history: Share
  /** What the catalogue does not have: `Artist - Title (Album)`, and names of artists. */
  readonly missing: readonly string[]
}

export function summarize(archive: Archive, found: Found): Summary {
  const share = (ids: readonly { readonly id: string }[], kind: keyof Found): Share => ({
    found: ids.filter(({ id }) => found[kind].has(id)).length,
    all: ids.length,
  })
  const songs = (type: 'liked' | 'playlist') =>
    archive.playlists.filter(list => list.type === type).flatMap(list => list.songs)
  const history = ARCHIVE_LISTS.filter(list => list !== 'following' && list !== 'keptAlbums').map(list =>
    share(archive.lists[list], KINDS[list]),
  )
  return {
    likes: share(songs('liked'), 'tracks'),
    artists: share(archive.lists.following, 'artists'),
    albums: share(archive.lists.keptAlbums, 'albums'),
    playlists: archive.playlists.filter(list => list.type === 'playlist').length,
    playlistTracks: share(songs('playlist'), 'tracks'),
    history: {
      found: history.reduce((sum, one) => sum + one.found, 0),
      all: history.reduce((sum, one) => sum + one.all, 0),
    },
    missing: [
      ...archive.tracks.filter(({ id }) => !found.tracks.has(id)).map(nameTrack),
      ...archive.albums.filter(({ id }) => !found.albums.has(id)).map(nameAlbum),
      ...archive.artists.filter(({ id }) => !found.artists.has(id)).map(artist => artist.name || artist.id),
    ],
  }
}

function nameTrack({ id, title, artistName, albumTitle }: Archive['tracks'][number]): string {
  const named = [artistName, title].filter(Boolean).join(' - ') || id
  return albumTitle ? `${named} (${albumTitle})` : named
}

const nameAlbum = ({ id, title, artistName }: Archive['albums'][number]) =>
  [artistName, title].filter(Boolean).join(' - ') || id
