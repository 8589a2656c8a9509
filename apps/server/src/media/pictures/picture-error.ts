/** The picture cannot be used. The message completes "It cannot be used: …". */
export class PictureError extends Error {
  override name = 'PictureError'
}

/** Decoding did not finish, which says nothing about the picture. The message completes the same sentence. */
export class DecoderUnavailableError extends Error {
  override name = 'DecoderUnavailableError'
}
