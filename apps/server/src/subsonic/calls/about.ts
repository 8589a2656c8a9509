import {
  PICTURE_FOLDERS,
  PICTURE_PATH,
  type PictureOwner,
  previewFile,
} from '@refrain/contract/media/pictures'
import { fillPath } from '@refrain/contract/operation'
import { readListedAlbums } from '../../catalogue/listings/listed-album-store.ts'
import { readListedArtists } from '../../catalogue/listings/listed-artist-store.ts'
import { readArtistsOfGenres, readGenresOfArtist } from '../../catalogue/listings/similar-store.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import { readPage } from '../request/page.ts'
import type { Fields } from '../response/fields.ts'
import { toArtist, toArtistFolder } from '../shapes/artist.ts'
import { readArtistMarks } from '../shapes/marks.ts'
import { pictureOriginOf } from '../shapes/origin.ts'
import { notFound } from '../subsonic-error.ts'
import { readAlbumIdOf, readArtistIdOf } from './find-owner.ts'

const DEFAULT_SIMILAR = 20
const MAX_GENRES = 3

/** What is known about artists and albums. No other service is asked. */
export function aboutCalls({ db }: CallTools): Calls {
  async function aboutArtist(
    { parameters, caller, request }: CallInput,
    write: typeof toArtist,
  ): Promise<Fields> {
    const id = await readArtistIdOf(db, parameters.required('id'))
    const [artist] = id === undefined ? [] : await readListedArtists(db, [id])
    if (!artist) throw notFound('artist')
    const { most } = readPage(parameters, { size: 'count', offset: '', or: DEFAULT_SIMILAR })
    const genreIds = await readGenresOfArtist(db, artist.id, MAX_GENRES)
    const ids = await readArtistsOfGenres(db, genreIds, artist.id, most)
    const marks = await readArtistMarks(db, caller.userId, ids)
    const origin = pictureOriginOf(request)
    return {
      ...(artist.mbid && { musicBrainzId: artist.mbid }),
      ...pictures('artist', artist.id, artist.picturePath, origin),
      similarArtist: (await readListedArtists(db, ids)).map(each => write(each, marks, origin)),
    }
  }

  async function aboutAlbum({ parameters, request }: CallInput): Promise<Fields> {
    const id = await readAlbumIdOf(db, parameters.required('id'))
    const [album] = id === undefined ? [] : await readListedAlbums(db, [id])
    if (!album) throw notFound('album')
    return {
      ...(album.mbid && { musicBrainzId: album.mbid }),
      ...pictures('album', album.id, album.picturePath, pictureOriginOf(request)),
    }
  }

  return {
    getArtistInfo: read(async input => ({ artistInfo: await aboutArtist(input, toArtistFolder) })),
    getArtistInfo2: read(async input => ({ artistInfo2: await aboutArtist(input, toArtist) })),
    getAlbumInfo: read(async input => ({ albumInfo: await aboutAlbum(input) })),
    getAlbumInfo2: read(async input => ({ albumInfo: await aboutAlbum(input) })),
  }
}

/** Addresses of the JPEG that pages of any site may show; it has one size. */
function pictures(
  owner: PictureOwner,
  ownerId: string,
  picturePath: string,
  origin: string | undefined,
): Fields {
  if (picturePath === '' || origin === undefined) return {}
  const folder = PICTURE_FOLDERS[owner]
  const address = origin + fillPath(PICTURE_PATH, { folder, ownerId, file: previewFile(picturePath) })
  return { smallImageUrl: address, mediumImageUrl: address, largeImageUrl: address }
}
