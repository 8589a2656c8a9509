import { PICTURE_FOLDERS } from '@refrain/contract/media/pictures'
import { compileOnce } from '../../database/compile-once.ts'
import type { Database } from '../../database/tables.ts'

const selectArtistPicture = compileOnce<{ profile_path: string }>((db, id) =>
  db.selectFrom('artists').select('profile_path').where('id', '=', id),
)
const selectAlbumPicture = compileOnce<{ profile_path: string }>((db, id) =>
  db.selectFrom('albums').select('profile_path').where('id', '=', id),
)
const selectUserPicture = compileOnce<{ profile_path: string }>((db, id) =>
  db.selectFrom('users').select('profile_path').where('id', '=', id),
)
const selectPlaylistPicture = compileOnce<{ profile_path: string }>((db, id) =>
  db.selectFrom('playlists').select('profile_path').where('id', '=', id),
)

const byFolder = new Map<string, typeof selectUserPicture>([
  [PICTURE_FOLDERS.artist, selectArtistPicture],
  [PICTURE_FOLDERS.album, selectAlbumPicture],
  [PICTURE_FOLDERS.user, selectUserPicture],
  [PICTURE_FOLDERS.playlist, selectPlaylistPicture],
])

/** The record's picture; '' or undefined if it has none. */
export async function readPicture(
  db: Database,
  folder: string,
  ownerId: string,
): Promise<string | undefined> {
  const [row] = (await byFolder.get(folder)?.(db, ownerId)) ?? []
  return row?.profile_path
}

/** The file name of the artist's cover that a derivative belongs to; undefined if it is not one of theirs. */
export async function readArtistCover(
  db: Database,
  artistId: string,
  file: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('albums')
    .select('profile_path')
    .where('artist_id', '=', artistId)
    .where('profile_path', '=', file.replace(/(-\d+)?\.\w+$/, '.webp'))
    .limit(1)
    .executeTakeFirst()
  return row?.profile_path
}
