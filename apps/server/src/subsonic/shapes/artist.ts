import { countLimits } from '@refrain/contract/limits'
import { pictureAddress } from '@refrain/contract/media/picture-address'
import type { ListedArtist } from '../../catalogue/listings/listed-artist-store.ts'
import { toAppId, toCoverId } from '../ids.ts'
import type { Fields } from '../response/fields.ts'
import { type Marks, toMarkFields } from './marks.ts'

const PICTURE_SIZE = 512

/**
 * `ArtistID3` of the protocol.
 * @param origin of the pictures; undefined if nobody may see them without a secret
 */
export function toArtist(artist: ListedArtist, marks: Marks, origin: string | undefined): Fields {
  const { id, picturePath } = artist
  const picture = { owner: 'artist', ownerId: id, picturePath } as const
  const address = origin === undefined ? '' : pictureAddress(picture, PICTURE_SIZE, 'webp', origin)
  return {
    id: toAppId('artist', id),
    name: artist.name,
    coverArt: toCoverId('artist', id, picturePath),
    artistImageUrl: address === '' ? undefined : address,
    // As many as `getArtist` lists.
    albumCount: artist.ownAlbumCount + Math.min(artist.appearanceCount, countLimits.related),
    ...toMarkFields(marks, id),
    musicBrainzId: artist.mbid,
    sortName: artist.sortName,
    roles: [...(artist.ownAlbumCount > 0 ? ['albumartist'] : []), ...(artist.hasTracks ? ['artist'] : [])],
  }
}

/** The same as a folder, for apps that browse folders. */
export function toArtistFolder(artist: ListedArtist, marks: Marks, origin: string | undefined): Fields {
  const { id, name, starred, userRating, artistImageUrl } = toArtist(artist, marks, origin)
  return { id, name, starred, userRating, artistImageUrl }
}
