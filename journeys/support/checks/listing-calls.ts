declare global {
  interface Window {
    seenAtCalls: number[]
  }
}

/**
 * Runs in the page before its own scripts and records the scroll progress at each request for a listing page.
 */
export function recordListingCalls(): void {
  window.seenAtCalls = []
  const ask = window.fetch
  window.fetch = (...call) => {
    const seenOfPage = (scrollY + innerHeight) / document.documentElement.scrollHeight
    if (String(call[0]).includes('fetchMore')) window.seenAtCalls.push(seenOfPage)
    return ask(...call)
  }
}
