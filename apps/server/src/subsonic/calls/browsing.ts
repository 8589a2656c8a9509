import { countLimits } from '@refrain/contract/limits'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { readAlbumsOfArtist } from '../../catalogue/album-store.ts'
import { readCreditedAlbums } from '../../catalogue/credits/credit-store.ts'
import { readGenreCounts } from '../../catalogue/listings/genre-count-store.ts'
import { readListedAlbums } from '../../catalogue/listings/listed-album-store.ts'
import { readAppearances, readListedArtists } from '../../catalogue/listings/listed-artist-store.ts'
import { readTracksOfAlbum } from '../../catalogue/track-store.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import { readAppId, requireId, toAppId } from '../ids.ts'
import type { Fields } from '../response/fields.ts'
import { readAlbums, toAlbum, toAlbumFolder } from '../shapes/album.ts'
import { toArtist } from '../shapes/artist.ts'
import { readAlbumMarks, readArtistMarks } from '../shapes/marks.ts'
import { pictureOriginOf } from '../shapes/origin.ts'
import { readChildren } from '../shapes/song.ts'
import { badParameter, notFound } from '../subsonic-error.ts'

/** The collection appears as one folder. */
const FOLDER_ID = 1

/** Whether a call asks for another folder than the only one, which is empty. */
export function isOtherFolder({ parameters }: Pick<CallInput, 'parameters'>): boolean {
  const folder = parameters.get('musicFolderId')
  return folder !== undefined && folder !== '' && folder !== String(FOLDER_ID)
}

export function browsingCalls({ db }: CallTools): Calls {
  const readArtist = async ({ caller, request }: CallInput, id: string): Promise<Fields> => {
    const [artist] = await readListedArtists(db, [id])
    if (!artist) throw notFound('artist')
    return toArtist(artist, await readArtistMarks(db, caller.userId, [id]), pictureOriginOf(request))
  }
  /** Albums under the artist's name, then those that credit them; of somebody without any, those with another role. */
  const readAlbumIds = async (artistId: string) => {
    const own = await readAlbumsOfArtist(db, artistId)
    const ids = [...own.map(album => album.id), ...(await readAppearances(db, artistId, countLimits.related))]
    if (ids.length > 0) return ids
    return [...new Set((await readCreditedAlbums(db, artistId)).map(({ id }) => id))]
  }
  const readSongsOfAlbum = async (userId: string, albumId: string) => {
    const tracks = await readTracksOfAlbum(db, albumId)
    const ids = tracks.filter(track => track.available).map(track => track.id)
    return readChildren(db, userId, ids)
  }
  const readAlbumOnly = async (id: string) => {
    const [album] = await readListedAlbums(db, [id])
    if (!album) throw notFound('album')
    return album
  }

  return {
    getMusicFolders: read(() => ({
      musicFolders: { musicFolder: [{ id: FOLDER_ID, name: PRODUCT_NAME }] },
    })),
    getGenres: read(async () => {
      const genres = await readGenreCounts(db)
      const genre = genres.map(({ name, songs, albums }) => ({
        value: name,
        songCount: songs,
        albumCount: albums,
      }))
      return { genres: { genre } }
    }),
    getArtist: read(async input => {
      const id = requireId(input.parameters.required('id'), 'artist')
      const artist = await readArtist(input, id)
      const album = await readAlbums(db, input.caller.userId, await readAlbumIds(id))
      return { artist: { ...artist, albumCount: album.length, album } }
    }),
    getAlbum: read(async ({ parameters, caller }) => {
      const id = requireId(parameters.required('id'), 'album')
      const album = await readAlbumOnly(id)
      return {
        album: {
          ...toAlbum(album, await readAlbumMarks(db, caller.userId, [id])),
          song: await readSongsOfAlbum(caller.userId, id),
        },
      }
    }),
    getSong: read(async ({ parameters, caller }) => {
      const [song] = await readChildren(db, caller.userId, [requireId(parameters.required('id'), 'track')])
      if (!song) throw notFound('song')
      return { song }
    }),
    getMusicDirectory: read(async input => {
      const given = input.parameters.required('id')
      if (given === String(FOLDER_ID)) throw badParameter('id', 'names the collection: use getIndexes')
      const known = readAppId(given)
      if (known?.kind === 'artist') {
        const { name, starred } = await readArtist(input, known.id)
        // Only own albums: every song is reached by one way.
        const own = await readAlbumsOfArtist(db, known.id)
        const child = await readAlbums(
          db,
          input.caller.userId,
          own.map(album => album.id),
          toAlbumFolder,
        )
        return { directory: { id: given, name, starred, child } }
      }
      if (known?.kind !== 'album') throw notFound('folder')
      const album = await readAlbumOnly(known.id)
      const child = await readSongsOfAlbum(input.caller.userId, known.id)
      const parent = toAppId('artist', album.artist.id)
      return { directory: { id: given, parent, name: album.title, playCount: album.playCount, child } }
    }),
  }
}
