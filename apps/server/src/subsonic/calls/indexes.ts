import { type ListedArtist, readAlbumArtists } from '../../catalogue/listings/listed-artist-store.ts'
import { readCatalogueVersion } from '../../catalogue/version-store.ts'
import type { Database } from '../../database/tables.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import type { Fields } from '../response/fields.ts'
import { toArtist, toArtistFolder } from '../shapes/artist.ts'
import { type Marks, readArtistMarks } from '../shapes/marks.ts'
import { pictureOriginOf } from '../shapes/origin.ts'
import { isOtherFolder } from './browsing.ts'

const OTHERS = '#'

type WriteArtist = (artist: ListedArtist, marks: Marks, origin: string | undefined) => Fields

/** All artists in groups by the first letter of their names. */
export function indexCalls({ db, sortArticles }: CallTools): Calls {
  const ignoredArticles = sortArticles.join(' ')
  async function* readGroups({ caller, request }: CallInput, write: WriteArtist): AsyncGenerator<Fields[]> {
    const origin = pictureOriginOf(request)
    let name = ''
    let artists: Fields[] = []
    for await (const slice of readAlbumArtists(db)) {
      const marks = await readArtistMarks(
        db,
        caller.userId,
        slice.map(artist => artist.id),
      )
      const whole: Fields[] = []
      for (const artist of slice) {
        const letter = letterOf(artist.sortName)
        if (letter !== name && artists.length > 0) {
          whole.push({ name, artist: artists })
          artists = []
        }
        name = letter
        artists.push(write(artist, marks, origin))
      }
      yield whole
    }
    if (artists.length > 0) yield [{ name, artist: artists }]
  }

  const changes = new ChangeTime(db)
  return {
    getArtists: read(async input => {
      const index = isOtherFolder(input) ? [] : readGroups(input, toArtist)
      return { artists: { ignoredArticles, index } }
    }),
    getIndexes: read(async input => {
      const lastModified = await changes.read()
      const since = input.parameters.wholeIfGiven('ifModifiedSince')
      const isKnown = since !== undefined && since >= lastModified
      const index = isKnown || isOtherFolder(input) ? [] : readGroups(input, toArtistFolder)
      return { indexes: { lastModified, ignoredArticles, index } }
    }),
  }
}

/** When this process first saw the catalogue as it is. After a start, apps read it once more. */
class ChangeTime {
  readonly #db: Database
  #version: number | undefined
  #at = 0

  constructor(db: Database) {
    this.#db = db
  }

  /** Milliseconds; not before any change that apps have not read. */
  async read(): Promise<number> {
    const version = await readCatalogueVersion(this.#db)
    if (version !== this.#version) this.#at = Date.now()
    this.#version = version
    return this.#at
  }
}

/** Sort names are folded: letters with accents are plain ones. */
function letterOf(sortName: string): string {
  const first = sortName.slice(0, 1).toUpperCase()
  return /^\p{L}$/u.test(first) ? first : OTHERS
}
