import { readGenreIdByName } from '../../catalogue/genre-store.ts'
import * as listings from '../../catalogue/listings/listing-store.ts'
import { readRandomAlbums } from '../../catalogue/listings/random-store.ts'
import { readKeptAlbumIds } from '../../library/kept-albums/kept-album-store.ts'
import { readRatings } from '../../library/ratings/rating-store.ts'
import { readFrequentAlbums, readRecentlyPlayedAlbums } from '../../listening/played-album-store.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import { type Page, readPage } from '../request/page.ts'
import type { Parameters } from '../request/parameters.ts'
import { readAlbums, toAlbum, toAlbumFolder } from '../shapes/album.ts'
import { badParameter } from '../subsonic-error.ts'
import { isOtherFolder } from './browsing.ts'

const DEFAULT_SIZE = 10
const MAX_YEAR = 9_998

/** Lists of albums in the orders that apps offer. */
export function albumListCalls({ db, cursors }: CallTools): Calls {
  async function readIds(input: CallInput): Promise<string[]> {
    const { parameters, caller } = input
    const type = parameters.required('type')
    const page = readPage(parameters, { size: 'size', offset: 'offset', or: DEFAULT_SIZE })
    const listed = (name: string, listing: listings.Listing) =>
      cursors.read({ reader: caller.keyId, name: `albums ${name}` }, listing, page)
    if (isOtherFolder(input)) return []
    switch (type) {
      case 'random':
        return readRandomAlbums(db, page.most)
      case 'newest':
        return listed(type, listings.newestAlbums)
      case 'recent':
        return readRecentlyPlayedAlbums(db, caller.userId, page)
      case 'frequent':
        return readFrequentAlbums(db, caller.userId, page)
      case 'starred':
        return inPage(page, await readKeptAlbumIds(db, caller.userId))
      case 'highest':
        return inPage(page, await readHighestRated(caller.userId))
      case 'alphabeticalByName':
        return listed(type, listings.albumsByTitle)
      case 'alphabeticalByArtist':
        return listed(type, listings.albumsByArtist)
      case 'byYear': {
        const [from, to] = [readYear(parameters, 'fromYear'), readYear(parameters, 'toYear')]
        return listed(`${type} ${from} ${to}`, listings.albumsOfYears(from, to))
      }
      case 'byGenre': {
        const genreId = await readGenreIdByName(db, parameters.required('genre'))
        if (genreId === undefined) return []
        return listed(`${type} ${genreId}`, listings.albumsOfGenre(genreId))
      }
      default:
        throw badParameter('type', 'names no list')
    }
  }

  const readHighestRated = async (userId: string) => {
    const ratings = await readRatings(db, userId, 'album')
    return ratings.toSorted((a, b) => b.rating - a.rating || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
  }

  return {
    getAlbumList2: read(async input => ({
      albumList2: { album: await readAlbums(db, input.caller.userId, await readIds(input), toAlbum) },
    })),
    getAlbumList: read(async input => ({
      albumList: { album: await readAlbums(db, input.caller.userId, await readIds(input), toAlbumFolder) },
    })),
  }
}

const inPage = ({ offset, most }: Page, ids: readonly string[]) => ids.slice(offset, offset + most)

function readYear(parameters: Parameters, name: string): number {
  parameters.required(name)
  return parameters.whole(name, { or: 0, least: 0, most: MAX_YEAR })
}
