import type {
  uploadPlaylistPicPath,
  uploadPlaylistPicture,
  uploadUserPicPath,
  uploadUserPicture,
} from '@refrain/contract/media/picture-uploads'
import { call } from '../../api/call.ts'
import { sendFile } from '../../api/send-file.ts'

type PathOperation = typeof uploadUserPicPath | typeof uploadPlaylistPicPath
type PictureOperation = typeof uploadUserPicture | typeof uploadPlaylistPicture

/**
 * Uploads a picture in two calls: its target, then the file.
 * @param picPath the target: `user_profile/{id}` or `playlist_profile/{id}`
 * @returns the name of the stored file
 * @throws Error 'File upload failed'
 */
export async function uploadPicture(
  pathOperation: PathOperation,
  pictureOperation: PictureOperation,
  picPath: string,
  jpeg: Blob,
): Promise<string> {
  try {
    await call(pathOperation, { target: picPath })
    return (await sendFile(pictureOperation, jpeg)).picturePath
  } catch (cause) {
    throw new Error('File upload failed', { cause })
  }
}
