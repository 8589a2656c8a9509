import { foldForSearch } from '@refrain/server/catalogue/search/fold-for-search'
import type { Database } from '@refrain/server/database/tables'
import { inventTitles } from './invent-titles.ts'

const ARTISTS = 3_000
const ALBUMS = 10_000
const TRACKS = 100_000
const ROWS = 500

/** Ids in an order unrelated to that of the rows. */
const idOf = (kind: string, n: number) => `${kind}-${((n * 2_654_435_761) % 2 ** 32).toString(36)}-${n}`

/** Fills a migrated, empty database with invented names and titles, some more popular than others. */
export async function seedTitles(db: Database): Promise<void> {
  const invent = inventTitles()
  const look = { profile_path: '', color: '#335577', thumbhash: '' }
  const popular = (n: number) => (n * 7_919) % 1_000
  await inSlices(
    ARTISTS,
    n => artist(n, invent()),
    rows => db.insertInto('artists').values(rows).execute(),
  )
  await inSlices(
    ALBUMS,
    n => album(n, invent()),
    rows => db.insertInto('albums').values(rows).execute(),
  )
  await inSlices(
    TRACKS,
    n => track(n, invent()),
    rows => db.insertInto('tracks').values(rows).execute(),
  )

  function artist(n: number, name: string) {
    const folded = {
      sort_name: name.toLowerCase(),
      folded_name: name.toLowerCase(),
      search_name: foldForSearch(name),
    }
    return { ...look, ...folded, id: idOf('artist', n), name, mbid: '', followers: popular(n), created_at: 1 }
  }

  function album(n: number, title: string) {
    const id = idOf('album', n)
    const folded = { sort_title: title.toLowerCase(), search_title: foldForSearch(title) }
    const about = {
      album_key: id,
      mbid: '',
      compilation: 0,
      released_at: '2024-05-03T00:00:00.000Z',
      created_at: 1,
    }
    return {
      ...look,
      ...folded,
      ...about,
      id,
      title,
      artist_id: idOf('artist', n % ARTISTS),
      play_count: popular(n),
    }
  }

  function track(n: number, title: string) {
    return {
      id: idOf('track', n),
      title,
      sort_title: title.toLowerCase(),
      search_title: foldForSearch(title),
      album_id: idOf('album', n % ALBUMS),
      artist_id: idOf('artist', n % ARTISTS),
      credit: 'Somebody of Somewhere',
      genre: 'Ambient',
      disc: 1,
      number: 1 + Math.floor(n / ALBUMS),
      url: `${n}.mp3`,
      codec: 'mp3' as const,
      sample_rate: 44_100,
      channels: 2,
      true_samples: 9_000_000,
      priming_samples: 1105,
      track_gain: null,
      album_gain: null,
      track_peak: null,
      album_peak: null,
      mbid: '',
      added_at: 1_700_000_000_000,
      play_count: popular(n),
      available: 1,
    }
  }
}

async function inSlices<T>(count: number, make: (n: number) => T, keep: (rows: T[]) => Promise<unknown>) {
  for (let at = 0; at < count; at += ROWS) {
    await keep(Array.from({ length: Math.min(ROWS, count - at) }, (_, n) => make(at + n)))
  }
}
