/** Milliseconds after which the browser has surely begun to save it. */
const HELD = 60_000

/** Has the browser save a file under a name, as a download. */
export function downloadFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), HELD)
}
