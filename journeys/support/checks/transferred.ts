import type { Page, Request } from 'playwright-core'

/** Kinds of files that are counted. */
const KIND = /javascript|css|font|image|html|json/

/** Counts a page's transferred (compressed) bytes by kind of file from now on. */
export function countTransferred(page: Page): () => Promise<Readonly<Record<string, number>>> {
  const bytes: Record<string, number> = {}
  const counted: Promise<void>[] = []
  async function count(request: Request): Promise<void> {
    const type = (await (await request.response())?.headerValue('content-type')) ?? ''
    const kind = KIND.exec(type)?.[0] ?? 'other'
    bytes[kind] = (bytes[kind] ?? 0) + (await request.sizes()).responseBodySize
  }
  page.on('requestfinished', request => counted.push(count(request)))
  return async () => {
    await Promise.all(counted)
    return bytes
  }
}
