import { foldForSearch } from '@refrain/contract/fold-for-search'
import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'

const ALBUMS_PER_ARTIST = 10
const TRACKS = 12
/** Picture of all records. */
export const SEEDED_PICTURE = 'abcdefghijklmnopqrstuv.webp'

/** Fills an empty database, by default the embedded one, with albums of twelve tracks. @returns the albums' ids */
export async function seedCatalogue(dataDir: string, albums: number, databaseUrl = ''): Promise<string[]> {
  const open = openDatabase({ databaseUrl, dataDir })
  await migrate(open)
  const look = {
    profile_path: SEEDED_PICTURE,
    color: '#335577',
    thumbhash: 'VRkBBwB4eHeId4iHh4eHd3h4D1h4iB8G',
  }
  const ids: string[] = []
  await open.db.transaction().execute(async tx => {
    for (let a = 0; a < albums; a++) {
      const artist = `artist-${Math.floor(a / ALBUMS_PER_ARTIST)}-0123456789`
      if (a % ALBUMS_PER_ARTIST === 0) {
        const name = `The Artist ${a}`
        await tx
          .insertInto('artists')
          .values({
            id: artist,
            name,
            sort_name: name,
            folded_name: name,
            search_name: foldForSearch(name),
            mbid: '',
            ...look,
            created_at: 1,
          })
          .execute()
      }
      const id = `album-${a}-0123456789`
      ids.push(id)
      const title = `The Album of Number ${a}`
      await tx
        .insertInto('albums')
        .values({
          ...look,
          id,
          title,
          sort_title: title,
          search_title: foldForSearch(title),
          artist_id: artist,
          album_key: id,
          mbid: '',
          compilation: 0,
          released_at: '2024-05-03T00:00:00.000Z',
          created_at: 1,
        })
        .execute()
      await tx
        .insertInto('tracks')
        .values(
          Array.from({ length: TRACKS }, (_, t) => ({
            id: `track-${a}-${t}-01234567`,
            title: `Track ${t} of ${title}`,
            sort_title: `track ${t}`,
            search_title: foldForSearch(`Track ${t} of ${title}`),
            album_id: id,
            artist_id: artist,
            credit: `The Artist ${a}`,
            genre: 'Ambient',
            disc: 1,
            number: t + 1,
            url: `${t}.mp3`,
            codec: 'mp3',
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
            available: 1,
          })),
        )
        .execute()
    }
  })
  await open.close()
  return ids
}
