/** Calls back once the document and its first resources have loaded. */
export function onPageLoad(callback: () => void): void {
  if (document.readyState === 'complete') callback()
  else addEventListener('load', () => callback(), { once: true })
}
