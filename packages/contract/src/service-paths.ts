/** First segments of the paths that the service answers itself; all others are screens of the pages. */
export const SERVICE_SEGMENTS: ReadonlySet<string> = new Set([
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
  'metrics',
  'readyz',
  'rest',
])

/** First segments of the screens, in lower case, but of those that begin with the id of a listener. */
export const SCREEN_SEGMENTS: ReadonlySet<string> = new Set([
  '',
  'about',
  'admin',
  'albums',
  'artists',
  'contact',
  'forgot-password',
  'genres',
  'login',
  'playlists',
  'popularalbums',
  'popularartists',
  'reset-password',
  'search',
  'settings',
  'setup',
  'signup',
  'songs',
  'track',
  'user',
  'userplaylists',
  'verify-email',
])

/** Where apps call the service in the protocol of Subsonic. */
export const APPS_PATH = '/rest'

/** The built-in page for artists and operators. */
export const FOR_ARTISTS_PATH = '/for-artists'

/** What Prometheus reads, with a service key. */
export const METRICS_PATH = '/metrics'

/** Email settings, opened by a signed link in an email. */
export const MAIL_SETTINGS_PATH = '/mail-settings'

/** The document without anything that depends on its path; the service worker caches it. */
export const SHELL_PATH = '/shell.html'

export const SERVICE_WORKER_PATH = '/service-worker.js'

/** Whether the service answers a path itself. @param path without a query */
export function isServicePath(path: string): boolean {
  return SERVICE_SEGMENTS.has(path.split('/', 2)[1] as string)
}

/** Of the html element, in `data-…`: the path in front of all addresses, such as `/music`; not there at the root of the host. */
export const PREFIX_DATA = 'prefix'

/** Name of the Trusted Types policy of the pages. */
export const TRUSTED_TYPES_POLICY = 'refrain'

/** Name of the meta element with the backend's origin, if it is not the page's own. */
export const BACKEND_META = 'backend'

/** Of the built pages, never served: the files of code that a screen needs beside those of every screen, as JSON. */
export const SCREEN_CODE_FILE = '.screen-code.json'

/** Id of the script element with the records of the album that the document shows, as JSON. */
export const ALBUM_RECORDS = 'album-records'

/** Name of the meta element with the id of the build that the document belongs to. */
export const BUILD_META = 'build'

/** Name of the meta element with the version of the catalogue that the document was rendered from. */
export const CATALOGUE_META = 'catalogue'

/** Response header with the version of the catalogue that a cached answer was made from. */
export const CATALOGUE_HEADER = 'catalogue-version'
