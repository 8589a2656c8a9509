/** What a document starts with, beside what that imports. */
const NAMED = /<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+\.js)"/g
/** Not what is imported on demand. */
const IMPORTED = /(?:from|import)["'](\.\/[^"']+\.js)["']/g

/**
 * Bytes of the scripts, as the service sends them, that run before a document's page works: those that it names, with all that they
 * import at once. Asks the service itself: what a browser has fetched by some moment depends on the moment.
 */
export async function measureFirstScripts(document: string): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>()
  const named = Array.from((await (await fetch(document)).text()).matchAll(NAMED), ([, path = '']) => path)
  const paths = new Set(named)
  // A set may grow while it is walked.
  for (const path of paths) {
    const address = new URL(path, document)
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } })
    sizes.set(path, Number(response.headers.get('content-length')))
    for (const [, imported = ''] of (await response.text()).matchAll(IMPORTED))
      paths.add(new URL(imported, address).pathname)
  }
  return sizes
}
