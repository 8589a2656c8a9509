import type { OpenDatabase } from '../../database/open.ts'
import { seed } from '../../testing/seed.ts'
import type { CatalogueIds } from './actions/action.ts'

/** Short enough that a listener's play time allows for more than a hundred plays at once. */
const ONE_SECOND = { true_samples: 44_100 }
const TRACKS_OF_ALBUM = 10

/** Fills an empty catalogue. @returns its ids */
export async function seedCatalogue({ db }: OpenDatabase, tracks: number): Promise<CatalogueIds> {
  const put = seed(db)
  const ids = { artists: [] as string[], albums: [] as string[], tracks: [] as string[] }
  for (let n = 0; n < tracks; n++) {
    if (n % TRACKS_OF_ALBUM === 0) {
      ids.artists.push(await put.artist(`Artist ${n}`))
      ids.albums.push(await put.album(`Album ${n}`, ids.artists.at(-1)!))
    }
    ids.tracks.push(await put.track(`Track ${n}`, ids.albums.at(-1)!, [ids.artists.at(-1)!], ONE_SECOND))
  }
  // Music of the operator's own: the service does not add the sample catalogue.
  await put.file('/nowhere/1.mp3', '/nowhere', ids.tracks[0]!)
  return ids
}
