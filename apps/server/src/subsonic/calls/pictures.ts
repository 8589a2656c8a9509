import { PICTURE_FOLDERS, PICTURE_SIZES, type PictureSize } from '@refrain/contract/media/pictures'
import { readSongs } from '../../catalogue/listings/song-store.ts'
import { readPlaylist } from '../../library/playlists/playlists.ts'
import { openAppPicture } from '../../media/pictures/picture-routes.ts'
import { readPicture } from '../../media/pictures/picture-store.ts'
import { sendMedia } from '../../media/storage/send-media.ts'
import { type CallInput, type Calls, type CallTools, file } from '../call.ts'
import { type KnownId, readCoverId } from '../ids.ts'
import type { Parameters } from '../request/parameters.ts'
import { CORS_HEADERS } from '../response/cors.ts'
import { drawPlaceholder } from '../response/draw-placeholder.ts'
import { notFound } from '../subsonic-error.ts'
import { isOwnName } from './users.ts'

const LARGEST = PICTURE_SIZES.at(-1) as PictureSize
/** The id of a cover changes with the picture. */
const CACHE_CONTROL = 'private, max-age=86400'

interface Cover {
  /** '' without one. */
  readonly picture: string
  /** The album whose cover is drawn if it has none. */
  readonly albumId?: string
}

/** Covers and the listener's own picture. */
export function pictureCalls({ db, pictures }: CallTools): Calls {
  const { countFile } = pictures

  /** @returns undefined if there is no such record */
  async function findCover({ kind, id }: KnownId, userId: string): Promise<Cover | undefined> {
    if (kind === 'track') {
      const [song] = await readSongs(db, [id])
      return song && { picture: song.picturePath, albumId: song.albumId }
    }
    if (kind === 'playlist') return { picture: (await readPlaylist(db, userId, id)).picturePath }
    const picture = (await readPicture(db, PICTURE_FOLDERS[kind], id)) ?? ''
    return kind === 'album' ? { picture, albumId: id } : { picture }
  }

  async function send(
    { request, reply, parameters }: CallInput,
    { picture, albumId }: Cover,
  ): Promise<undefined> {
    const size = readSize(parameters)
    const format = request.headers.accept?.includes('image/webp') ? 'webp' : 'jpeg'
    countFile(request, reply)
    const made = picture === '' ? undefined : await openAppPicture(pictures, picture, size, format)
    const headers = { ...CORS_HEADERS, vary: 'accept' }
    if (made) {
      await sendMedia(request, reply, made, { type: `image/${format}`, cacheControl: CACHE_CONTROL, headers })
      return
    }
    const drawn = albumId && (await pictures.titleCovers.draw(albumId, size, format))
    const type = drawn ? `image/${format}` : 'image/png'
    reply.headers({ ...headers, 'cache-control': CACHE_CONTROL, 'content-type': type })
    await reply.send(drawn ? drawn.bytes : drawPlaceholder())
  }

  return {
    // Broken pictures show in place of a refusal: whatever has none gets the placeholder.
    getCoverArt: file(async input => {
      const known = readCoverId(input.parameters.required('id'))
      const cover = known && (await findCover(known, input.caller.userId).catch(() => undefined))
      return send(input, cover ?? { picture: '' })
    }),
    getAvatar: file(async input => {
      const { parameters, caller } = input
      if (!isOwnName(parameters.required('username'), caller)) throw notFound('picture')
      const picture = await readPicture(db, PICTURE_FOLDERS.user, caller.userId)
      // Of an identity provider, elsewhere.
      if (!picture || /^https?:/.test(picture)) throw notFound('picture')
      return send(input, { picture })
    }),
  }
}

/** The next of the sizes that we keep: none is enlarged. */
function readSize(parameters: Parameters): PictureSize {
  const wanted = parameters.whole('size', { or: LARGEST, least: 1, most: LARGEST })
  return PICTURE_SIZES.find(size => size >= wanted) ?? LARGEST
}
