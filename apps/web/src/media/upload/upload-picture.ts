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
 * Sends a picture: first what it is for, then itself (READ-63). Answers the name it is kept by.
 * @param picPath whose it is: `user_profile/{id}` or `playlist_profile/{id}`
 * @throws Error 'File upload failed' (ERR-11)
 */
export async function uploadPicture(
  pathOperation: PathOperation,
  pictureOperation: PictureOperation,
  picPath: string,
  jpeg: Blob,
): Promise<string> {
  try {
    await call(pathOperation, { pic_path: picPath })
    return (await sendFile(pictureOperation, jpeg)).filePath
  } catch (cause) {
    throw new Error('File upload failed', { cause })
  }
}
