import { foldForSearch } from '@refrain/contract/fold-for-search'
import { foldName } from '@refrain/contract/fold-name'
import type {
  ArchivedAlbum,
  ArchivedArtist,
  ArchivedTrack,
  matchArchive as operation,
} from '@refrain/contract/library/archive'
import type { InputOf, OutputOf } from '@refrain/contract/operation'
import type { Database } from '../../database/tables.ts'
import { createYield } from '../../http/limits/yield-to-requests.ts'
import { isCreditedTo } from '../matching/playlist-entry.ts'
import * as store from './match-store.ts'

/** Length of an audio id. Ids of tracks begin with it; those of second copies are longer. */
const AUDIO_ID_LENGTH = 22

type Ids = (string | null)[]

/**
 * Finds the catalogue's id, or null, for each record of an archive.
 * @param signal aborts the search
 */
export async function matchArchive(
  db: Database,
  { tracks, albums, artists, genres }: InputOf<typeof operation>,
  signal: AbortSignal,
): Promise<OutputOf<typeof operation>> {
  const yieldToRequests = createYield(signal)
  const found = {
    tracks: await matchTracks(db, tracks, yieldToRequests),
    albums: await matchAlbums(db, albums),
    artists: await matchArtists(db, artists),
    genres: await matchGenres(db, genres),
  }
  return found
}

/** Each step looks only for what the steps before it have not found. */
async function matchTracks(
  db: Database,
  tracks: readonly ArchivedTrack[],
  yieldToRequests: () => Promise<void>,
): Promise<Ids> {
  const found = new Map<ArchivedTrack, string>()
  const open = () => tracks.filter(track => !found.has(track))
  /** Finds tracks by a key, which is '' where it is unknown. */
  async function matchBy<Row extends store.TrackCandidate>(
    keyOf: (track: ArchivedTrack) => string,
    read: (db: Database, keys: readonly string[]) => Promise<Row[]>,
    keyOfRow: (row: Row) => string,
  ): Promise<void> {
    const wanted = open().filter(track => keyOf(track) !== '')
    if (wanted.length === 0) return
    const byKey = Map.groupBy(await read(db, [...new Set(wanted.map(keyOf))]), keyOfRow)
    for (const track of wanted) {
      const chosen = chooseTrack(track, byKey.get(keyOf(track)) ?? [])
      if (chosen) found.set(track, chosen)
    }
    await yieldToRequests()
  }

  await matchBy(
    ({ audioId, id }) => audioId || id.slice(0, AUDIO_ID_LENGTH),
    store.readTracksByAudioIds,
    row => row.audio_id,
  )
  // Archives of the first version have no audio ids.
  await matchBy(
    ({ audioId, id }) => (audioId === '' ? id : ''),
    store.readTracksByIds,
    row => row.id,
  )
  await matchBy(
    track => track.mbid,
    store.readTracksByMbids,
    row => row.mbid,
  )
  for (const [title, same] of Map.groupBy(open(), track => foldForSearch(track.title))) {
    await yieldToRequests()
    if (title === '') continue
    const titles = new Set(same.map(track => foldForSearch(track.albumTitle)))
    const rows = await store.readTracksByTitle(db, title, [...titles])
    for (const track of same) {
      const album = foldForSearch(track.albumTitle)
      const artist = foldForSearch(track.artistName)
      const chosen = chooseTrack(
        track,
        rows.filter(
          row =>
            row.album === album &&
            isCreditedTo({ artist: row.artist, all: foldForSearch(row.credit) }, artist),
        ),
      )
      if (chosen) found.set(track, chosen)
    }
  }
  return tracks.map(track => found.get(track) ?? null)
}

/** The same audio may be on several albums, and twice in the collection. */
function chooseTrack(track: ArchivedTrack, candidates: readonly store.TrackCandidate[]): string | undefined {
  const album = foldForSearch(track.albumTitle)
  const title = foldForSearch(track.title)
  return best(candidates, row => [
    (row.album_mbid !== '' && row.album_mbid === track.albumMbid) || row.album === album,
    row.title === title,
    row.id === track.id,
    row.available === 1,
  ])
}

async function matchAlbums(db: Database, albums: readonly ArchivedAlbum[]): Promise<Ids> {
  if (albums.length === 0) return []
  const folded = albums.map(album => ({
    ...album,
    title: foldForSearch(album.title),
    artist: foldForSearch(album.artistName),
  }))
  const byMbid = await store.readAlbumsByMbids(
    db,
    albums.map(album => album.mbid),
  )
  const byTitle = await store.readAlbumsByTitles(
    db,
    folded.map(album => album.title),
    folded.map(album => album.artist),
  )
  const mbids = Map.groupBy(byMbid, row => row.mbid)
  const titles = Map.groupBy(byTitle, row => row.title)
  return folded.map(album => {
    const candidates =
      mbids.get(album.mbid) ?? (titles.get(album.title) ?? []).filter(row => row.artist === album.artist)
    return best(candidates, row => [row.title === album.title, row.id === album.id]) ?? null
  })
}

async function matchArtists(db: Database, artists: readonly ArchivedArtist[]): Promise<Ids> {
  if (artists.length === 0) return []
  const names = artists.map(artist => foldName(artist.name))
  const byMbid = await store.readArtistsByMbids(
    db,
    artists.map(artist => artist.mbid),
  )
  const mbids = new Map(byMbid.map(row => [row.mbid, row.id]))
  const rows = await store.readArtistsByNames(db, names)
  const byName = new Map(rows.map(row => [row.folded_name, row.id]))
  return artists.map(({ mbid }, index) => mbids.get(mbid) ?? byName.get(names[index]!) ?? null)
}

async function matchGenres(db: Database, genres: readonly string[]): Promise<Ids> {
  if (genres.length === 0) return []
  const names = genres.map(foldName)
  const rows = await store.readGenresByNames(db, names)
  const byName = new Map(rows.map(row => [row.folded_genre, row.id]))
  return names.map(name => byName.get(name) ?? null)
}

/** The candidate for which the first differing criterion holds; on a tie the one with the lower id. */
function best<Row extends { readonly id: string }>(
  candidates: readonly Row[],
  criteria: (row: Row) => readonly boolean[],
): string | undefined {
  const ranked = candidates.map(row => ({ id: row.id, rank: criteria(row).map(Number).join('') }))
  ranked.sort((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank > b.rank ? -1 : 1))
  return ranked[0]?.id
}
