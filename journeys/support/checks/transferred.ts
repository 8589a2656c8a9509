import type { Page, Request } from 'playwright-core'

/** Kinds of files that are counted. */
const KIND = /javascript|css|font|image|html|json/

/**
 * Counts a page's transferred (compressed) bytes by kind of file from now on, each address once. What has been asked for when the
 * count is read is waited for.
 */
export function countTransferred(page: Page): () => Promise<Readonly<Record<string, number>>> {
  const requests = new Map<string, Request>()
  page.on('request', request => requests.set(request.url(), request))
  return async () => {
    const bytes: Record<string, number> = {}
    await Promise.all(
      Array.from(requests.values(), async request => {
        const response = await request.response()
        await response?.finished()
        const kind = KIND.exec((await response?.headerValue('content-type')) ?? '')?.[0] ?? 'other'
        const { responseBodySize } = await request.sizes()
        bytes[kind] = (bytes[kind] ?? 0) + responseBodySize
      }),
    )
    return bytes
  }
}
