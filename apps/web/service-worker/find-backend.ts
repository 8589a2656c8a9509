import { BACKEND_META } from '@refrain/contract/service-paths'
import { readShell } from './build-cache.ts'

const SAID = new RegExp(`<meta name="${BACKEND_META}" content="([^"]*)">`)

/**
 * The origin everything is asked of, or '' where the pages come from; the head of the page that is kept says so.
 * @throws Error where the browser has dropped that page
 */
export async function findBackend(): Promise<string> {
  const shell = await readShell()
  if (!shell) throw new Error('The page is not kept.')
  const [, origin = ''] = SAID.exec(await shell.text()) ?? []
  return origin
}
