/** Puts a text on the clipboard. @throws where the browser does not let it. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  // Browsers hide the clipboard from pages without TLS, as a service at home may be.
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put, { once: true })
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', put)
  if (!copied) throw new Error('Nothing was copied')
}
