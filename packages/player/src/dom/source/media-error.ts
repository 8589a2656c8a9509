/** True where the fault is in the file, which another attempt does not mend. */
export function isDecodeError(error: unknown): boolean {
  return error instanceof MediaError && error.code === MediaError.MEDIA_ERR_DECODE
}
