declare global {
  interface Window {
    seenAtCalls: number[]
  }
}

/** Runs in the page before its own scripts: notes how much of it has been seen whenever it asks for a page of a listing. */
export function recordListingCalls(): void {
  window.seenAtCalls = []
  const ask = window.fetch
  window.fetch = (...call) => {
    const seenOfPage = (scrollY + innerHeight) / document.documentElement.scrollHeight
    if (String(call[0]).includes('fetchMore')) window.seenAtCalls.push(seenOfPage)
    return ask(...call)
  }
}
