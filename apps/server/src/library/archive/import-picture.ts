import { lockUser } from '../../account/user-store.ts'
import { write } from '../../database/retry.ts'
import type { UploadParts } from '../../media/uploads/store-upload.ts'
import { uploadId } from '../../media/uploads/upload-name.ts'
import { releaseUpload } from '../../media/uploads/upload-store.ts'
import { attachUpload, readPlaylistRow, updatePlaylistRow } from '../playlists/playlist-store.ts'
import { NoSuchPlaylistError } from '../playlists/playlists.ts'

/**
 * Stores the picture of an imported playlist, with the checks of any upload, unless the playlist has one.
 * @param signal aborts it
 * @returns the file name of the playlist's picture
 * @throws NoSuchPlaylistError, and what storeUpload throws
 */
export async function importPicture(
  parts: UploadParts,
  userId: string,
  playlistId: string,
  bytes: Buffer,
  signal: AbortSignal,
): Promise<string> {
  const { db } = parts
  const row = await readPlaylistRow(db, userId, playlistId)
  if (row?.kind !== 'playlist') throw new NoSuchPlaylistError()
  if (row.profile_path !== '') return row.profile_path
  // Loaded on first use: sharp is large.
  const { storeUpload } = await import('../../media/uploads/store-upload.ts')
  const name = await storeUpload(parts, userId, playlistId, bytes, signal)
  return write(db, async tx => {
    await lockUser(tx, userId)
    const current = await readPlaylistRow(tx, userId, playlistId)
    if (!current) throw new NoSuchPlaylistError()
    const target = { userId, playlistId, uploadId: uploadId(name)! }
    const colours = current.profile_path === '' && (await attachUpload(tx, target))
    if (colours) await updatePlaylistRow(tx, playlistId, { profile_path: name, ...colours })
    else await releaseUpload(tx, userId, name)
    return colours ? name : current.profile_path
  })
}
