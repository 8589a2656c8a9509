/** Calls back once the page has all that it shows at first. */
export function onceLoaded(act: () => void): void {
  if (document.readyState === 'complete') act()
  else addEventListener('load', () => act(), { once: true })
}
