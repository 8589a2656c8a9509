/** First parts of the addresses that are answered by the service itself, and are no screen of the pages. */
const SERVICE = new Set([
  'api',
  'audio',
  'profile_path',
  'stream',
  'files',
  'fcm',
  'assets',
  'for-artists',
  'mail-settings',
  'healthz',
  'readyz',
])

/** The page for artists and operators, while no other site is set (PROP-04). */
export const FOR_ARTISTS_PATH = '/for-artists'
/** What a listener is mailed, behind a signed address from such a mail. */
export const MAIL_SETTINGS_PATH = '/mail-settings'
/** The page without anything that depends on its address: what a browser keeps to open at once. */
export const SHELL_PATH = '/shell.html'
/** The program that keeps the pages in the browser. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/** Whether an address is the service's, whatever a browser asks for there. @param path without a query */
export function isServiceAddress(path: string): boolean {
  return SERVICE.has(path.split('/', 2)[1] as string)
}

/** The name under which a page's head says where to ask, where that is not where it comes from (PROP-09). */
export const BACKEND_META = 'backend'

/** The name under which a page's head says which version of the catalogue it was made from. */
export const CATALOGUE_META = 'catalogue'
