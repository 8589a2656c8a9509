/** Whether the audio itself cannot be decoded, so that another attempt is pointless. */
export function isDecodeError(error: unknown): boolean {
  return error instanceof MediaError && error.code === MediaError.MEDIA_ERR_DECODE
}
