/** Milliseconds until the object URL is revoked; browsers have started the download by then. */
const REVOKE_AFTER = 60_000

/** Downloads a file under a name. */
export function downloadFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER)
}
