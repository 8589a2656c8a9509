import { SCREEN_SEGMENTS } from '@refrain/contract/service-paths'

/** Those that begin with the id of a listener. */
const OF_LISTENERS = /^\/[^/]+\/library(\/likedsongs)?\/?$/i

/**
 * Whether a path is a screen of the pages: nothing that the service answers itself, and nothing of another service below a path of
 * this host.
 * @param path behind the prefix
 */
export function isScreen(path: string): boolean {
  return SCREEN_SEGMENTS.has(path.split('/', 2)[1]?.toLowerCase() ?? '') || OF_LISTENERS.test(path)
}
