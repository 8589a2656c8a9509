import type { Page } from 'playwright-core'

/** Names of the fingerprinted files that the service worker has cached. */
export const cachedFiles = (page: Page) => page.evaluate(readCachedFiles)

/** Runs in the page. */
export async function readCachedFiles(): Promise<string[]> {
  const opened = await Promise.all((await caches.keys()).map(name => caches.open(name)))
  const requests = (await Promise.all(opened.map(cache => cache.keys()))).flat()
  return requests.map(request => new URL(request.url).pathname)
}

/** Files that the service worker has yet to cache. */
export async function missingFiles(page: Page, serverAddress: string): Promise<string[]> {
  const worker = await (await fetch(`${serverAddress}/service-worker.js`)).text()
  const named = Array.from(worker.matchAll(/\/assets\/[\w.-]+\.\w+/g), ([file]) => file)
  const files = await cachedFiles(page)
  return named.filter(file => !files.includes(file))
}
