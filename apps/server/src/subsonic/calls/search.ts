import { foldForSearch } from '@refrain/contract/fold-for-search'
import { filterAvailable } from '../../catalogue/listings/available-store.ts'
import { readListedArtists } from '../../catalogue/listings/listed-artist-store.ts'
import { allAlbums, allArtists, allTracks } from '../../catalogue/listings/listing-store.ts'
import type { Searched } from '../../catalogue/search/candidate-store.ts'
import { findMatches } from '../../catalogue/search/match-store.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import { type Page, readPage } from '../request/page.ts'
import type { Fields } from '../response/fields.ts'
import { readAlbums, toAlbum, toAlbumFolder } from '../shapes/album.ts'
import { toArtist, toArtistFolder } from '../shapes/artist.ts'
import { readArtistMarks } from '../shapes/marks.ts'
import { pictureOriginOf } from '../shapes/origin.ts'
import { readChildren } from '../shapes/song.ts'
import { isOtherFolder } from './browsing.ts'

const DEFAULT_COUNT = 20
/** Matches beyond are not looked for. */
const MAX_MATCHES = 2_000
/** What apps send for everything. */
const EVERYTHING = new Set(['', '""', '*'])
const ALL = { tracks: allTracks, albums: allAlbums, artists: allArtists } as const

/** Searches, and lists the whole catalogue page by page for apps that keep a copy of it. */
export function searchCalls({ open, cursors }: CallTools): Calls {
  const { db, dialect } = open

  async function findIds({ parameters, caller }: CallInput, table: Searched, page: Page): Promise<string[]> {
    const { offset, most } = page
    if (most === 0) return []
    const given = parameters.get('query') ?? ''
    if (EVERYTHING.has(given.trim()))
      return cursors.read({ reader: caller.keyId, name: `all ${table}` }, ALL[table], page)
    const query = foldForSearch(given.replaceAll('"', ' '))
    if (query === '' || offset >= MAX_MATCHES) return []
    const found = await findMatches(db, {
      dialect,
      table,
      query,
      most: Math.min(offset + most, MAX_MATCHES),
    })
    const ids = found.slice(offset)
    return table === 'tracks' ? filterAvailable(db, ids) : ids
  }

  async function search(input: CallInput, isFolders: boolean): Promise<Fields> {
    if (isOtherFolder(input)) return {}
    const pageOf = (kind: string) =>
      readPage(input.parameters, { size: `${kind}Count`, offset: `${kind}Offset`, or: DEFAULT_COUNT })
    const { userId } = input.caller
    const artistIds = await findIds(input, 'artists', pageOf('artist'))
    const albumIds = await findIds(input, 'albums', pageOf('album'))
    const trackIds = await findIds(input, 'tracks', pageOf('song'))
    const marks = await readArtistMarks(db, userId, artistIds)
    const origin = pictureOriginOf(input.request)
    const writeArtist = isFolders ? toArtistFolder : toArtist
    const artist = (await readListedArtists(db, artistIds)).map(each => writeArtist(each, marks, origin))
    const album = await readAlbums(db, userId, albumIds, isFolders ? toAlbumFolder : toAlbum)
    const song = await readChildren(db, userId, trackIds)
    return {
      ...(artist.length > 0 && { artist }),
      ...(album.length > 0 && { album }),
      ...(song.length > 0 && { song }),
    }
  }

  return {
    search2: read(async input => ({ searchResult2: await search(input, true) })),
    search3: read(async input => ({ searchResult3: await search(input, false) })),
  }
}
