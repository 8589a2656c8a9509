import { foldName } from '@refrain/contract/fold-name'
import { countLimits } from '@refrain/contract/limits'
import { readGenreIdByName } from '../../catalogue/genre-store.ts'
import { tracksOfGenre } from '../../catalogue/listings/listing-store.ts'
import { readRandomTracks } from '../../catalogue/listings/random-store.ts'
import * as similar from '../../catalogue/listings/similar-store.ts'
import { readSimilarTracks } from '../../catalogue/listings/similar-tracks.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import { readAppId } from '../ids.ts'
import { readPage } from '../request/page.ts'
import { readChildren } from '../shapes/song.ts'
import { notFound } from '../subsonic-error.ts'
import { isOtherFolder } from './browsing.ts'
import { readArtistIdOf } from './find-owner.ts'

const DEFAULT_SIZE = 10
const DEFAULT_SIMILAR = 50

/** Lists of tracks. */
export function songListCalls({ db, cursors }: CallTools): Calls {
  async function readRandom(input: CallInput): Promise<string[]> {
    const { parameters } = input
    const { most } = readPage(parameters, { size: 'size', offset: '', or: DEFAULT_SIZE })
    const genre = parameters.get('genre')
    const genreId = genre ? await readGenreIdByName(db, genre) : undefined
    if (isOtherFolder(input) || most === 0 || (genre && genreId === undefined)) return []
    const [fromYear, toYear] = ['fromYear', 'toYear'].map(name => parameters.wholeIfGiven(name))
    return readRandomTracks(db, { most, genreId, fromYear, toYear })
  }

  async function readOfGenre(input: CallInput): Promise<string[]> {
    const { parameters, caller } = input
    const genreId = await readGenreIdByName(db, parameters.required('genre'))
    const page = readPage(parameters, { size: 'count', offset: 'offset', or: DEFAULT_SIZE })
    if (isOtherFolder(input) || genreId === undefined) return []
    const listing = { reader: caller.keyId, name: `songs of ${genreId}` }
    return cursors.read(listing, tracksOfGenre(genreId), page)
  }

  /** Music like that of the artist, or of the artist of the album or track; without the track that it should be similar to. */
  async function readSimilar({ parameters }: CallInput): Promise<string[]> {
    const given = parameters.required('id')
    const { most } = readPage(parameters, { size: 'count', offset: '', or: DEFAULT_SIMILAR })
    const artistId = await readArtistIdOf(db, given)
    if (artistId === undefined) throw notFound('song')
    const seed = readAppId(given)
    const seedIds = seed?.kind === 'track' ? [seed.id] : []
    return readSimilarTracks(db, { artistIds: [artistId], seedIds, most })
  }

  async function readTop({ parameters }: CallInput): Promise<string[]> {
    const given = parameters.get('id')
    const { most } = readPage(parameters, { size: 'count', offset: '', or: DEFAULT_SIMILAR })
    const known = given ? readAppId(given) : undefined
    if (given && known?.kind !== 'artist') throw notFound('artist')
    const id = known?.id ?? (await similar.readArtistIdByName(db, foldName(parameters.required('artist'))))
    return id === undefined || most === 0 ? [] : similar.readTopTracks(db, id, most)
  }

  const songs = async (input: CallInput, ids: string[]) => ({
    song: await readChildren(db, input.caller.userId, ids.slice(0, countLimits.appPage)),
  })
  return {
    getRandomSongs: read(async input => ({ randomSongs: await songs(input, await readRandom(input)) })),
    getSongsByGenre: read(async input => ({ songsByGenre: await songs(input, await readOfGenre(input)) })),
    getSimilarSongs: read(async input => ({ similarSongs: await songs(input, await readSimilar(input)) })),
    getSimilarSongs2: read(async input => ({ similarSongs2: await songs(input, await readSimilar(input)) })),
    getTopSongs: read(async input => ({ topSongs: await songs(input, await readTop(input)) })),
  }
}
