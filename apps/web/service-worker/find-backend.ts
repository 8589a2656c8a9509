import { BACKEND_META } from '@refrain/contract/service-paths'
import { readShell } from './build-cache.ts'

const META = new RegExp(`<meta name="${BACKEND_META}" content="([^"]*)">`)

/**
 * The backend's origin as the cached shell page names it; '' if it is the origin of the pages.
 * @throws if the browser has evicted the shell page
 */
export async function findBackend(): Promise<string> {
  const shell = await readShell()
  if (!shell) throw new Error('The shell page is not cached.')
  const [, origin = ''] = META.exec(await shell.text()) ?? []
  return origin
}
