import { likedSongsId } from '@refrain/contract/library/playlists'
import { readListedArtists } from '../../catalogue/listings/listed-artist-store.ts'
import { readFollowedIds } from '../../library/follows/follow-store.ts'
import { readKeptAlbumIds } from '../../library/kept-albums/kept-album-store.ts'
import { readTrackIds } from '../../library/playlists/playlist-store.ts'
import { type CallInput, type Calls, type CallTools, read } from '../call.ts'
import type { Fields } from '../response/fields.ts'
import { readAlbums, toAlbum, toAlbumFolder } from '../shapes/album.ts'
import { toArtist, toArtistFolder } from '../shapes/artist.ts'
import { readArtistMarks } from '../shapes/marks.ts'
import { pictureOriginOf } from '../shapes/origin.ts'
import { readChildren } from '../shapes/song.ts'
import { isOtherFolder } from './browsing.ts'

/** What a listener likes, keeps and follows: all of it. */
export function starredCalls({ db }: CallTools): Calls {
  async function readStarred(input: CallInput, isFolders: boolean): Promise<Fields> {
    if (isOtherFolder(input)) return {}
    const { userId } = input.caller
    const artistIds = await readFollowedIds(db, userId)
    const marks = await readArtistMarks(db, userId, artistIds)
    const write = isFolders ? toArtistFolder : toArtist
    const origin = pictureOriginOf(input.request)
    const artist = (await readListedArtists(db, artistIds)).map(each => write(each, marks, origin))
    const albumIds = await readKeptAlbumIds(db, userId)
    const album = await readAlbums(db, userId, albumIds, isFolders ? toAlbumFolder : toAlbum)
    const song = await readChildren(db, userId, await readTrackIds(db, likedSongsId(userId)))
    return {
      ...(artist.length > 0 && { artist }),
      ...(album.length > 0 && { album }),
      ...(song.length > 0 && { song }),
    }
  }
  return {
    getStarred: read(async input => ({ starred: await readStarred(input, true) })),
    getStarred2: read(async input => ({ starred2: await readStarred(input, false) })),
  }
}
