/** Copies a text to the clipboard. @throws where the browser refuses */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Pages without TLS have no navigator.clipboard, as on a home server.
  const setData = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', setData, { once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', setData)
  if (!copied) throw new Error('The text could not be copied.')
}
