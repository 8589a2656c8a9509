import { resolve } from 'node:path'
import { DEFAULT_SEPARATORS, makeNameRule, type NameRule } from '@refrain/audio/tags/names/name-rule'
import { DEFAULT_ARTICLES } from '@refrain/audio/tags/names/sort-articles'
import { GUEST_MODES, SIGN_UP_MODES, WATCH_MODES } from '@refrain/contract/administration/settings'
import * as z from 'zod/mini'
import type { WalkSchedule } from './importing/watching/walk-schedule.ts'
import type { ObjectStorageSettings } from './object-storage/settings.ts'
import { scanSettings, toWalkSchedule } from './scan-settings.ts'
import { findLacking } from './setting-needs.ts'
import * as shapes from './setting-schemas.ts'

/** An error that the operator can fix: printed as one line, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

/** A wrong setting or option: starting again cannot help, and the exit status says so. */
export class SettingError extends OperatorError {}

const GOOGLE = 'https://accounts.google.com'

/** Of Chromium-based browsers, Firefox, Edge and Safari. */
const PUSH_SERVICES =
  'fcm.googleapis.com, jmt17.google.com, *.push.services.mozilla.com, *.notify.windows.com, *.push.apple.com'

const environment = z.object({
  PORT: z._default(shapes.port, 3000),
  HOST: z._default(shapes.ownAddress, '127.0.0.1'),
  DATA_DIR: z._default(shapes.path, './data'),
  DATABASE_URL: z._default(shapes.databaseAddress, ''),
  REDIS_URL: z._default(shapes.redisAddress, ''),
  WORKERS: z._default(shapes.whole(1, 256), 1),
  MUSIC: z._default(shapes.path, ''),
  MUSIC_ROOTS: z._default(shapes.folderList, ''),
  TAG_SEPARATORS: z._default(shapes.separators, [...DEFAULT_SEPARATORS]),
  TAG_WHOLE_NAMES: z._default(shapes.wholeNames, []),
  SORT_ARTICLES: z._default(shapes.articles, [...DEFAULT_ARTICLES]),
  TAG_CHARSET: z._default(shapes.charset, ''),
  ...scanSettings,
  COLLECTION_PLAYLISTS: z._default(z.enum(['on', 'off']), 'on'),
  SAMPLE: z.optional(z.enum(['on', 'off'])),
  SET_UP: z._default(z.enum(['on', 'off']), 'on'),
  PUBLIC_URL: z._default(shapes.publicAddress, ''),
  BACKEND_URL: z._default(shapes.origin, ''),
  SERVICE_NAME: z.optional(shapes.liveValues.serviceName),
  SIGN_UP: z.optional(z.enum(SIGN_UP_MODES)),
  GUESTS: z.optional(z.enum(GUEST_MODES)),
  WATCH: z.optional(z.enum(WATCH_MODES)),
  ARTISTS_URL: z.optional(shapes.webAddress),
  CHAT_URL: z.optional(shapes.webAddress),
  STREAM_CACHE: z._default(shapes.megabytes, 2048),
  STORAGE: z._default(shapes.bucketPlace, ''),
  STORAGE_DELIVERY: z._default(z.enum(['proxy', 'redirect']), 'proxy'),
  STORAGE_STREAMS: z._default(shapes.megabytes, 20_480),
  TRUSTED_PROXIES: z._default(shapes.networks, ''),
  SENDFILE: z._default(z.enum(['', 'x-accel-redirect']), ''),
  GOOGLE_CLIENT_ID: z._default(z.string(), ''),
  GOOGLE_ISSUER: z._default(shapes.safeAddress, GOOGLE),
  GOOGLE_PHOTO_HOST: z._default(shapes.hostName('photos.example.org'), 'lh3.googleusercontent.com'),
  PUSH_HOSTS: z._default(shapes.hostPatterns, PUSH_SERVICES),
  FCM_SERVICE_ACCOUNT: z._default(shapes.path, ''),
  SMTP_URL: z._default(shapes.mailServer, ''),
  MAIL_FROM: z._default(shapes.sender, ''),
  MAIL_GATHER_MINUTES: z._default(shapes.whole(0, 1_440), 60),
  // Used before the settings are read: see log.ts.
  LOG_FORMAT: z._default(z.enum(['auto', 'json', 'text']), 'auto'),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error']), 'info'),
  PROFILES: z._default(z.enum(['everybody', 'members']), 'everybody'),
  RATE_LIMIT_SCALE: z._default(shapes.factor, 1),
  LISTENS_DAYS: z.optional(shapes.whole(1, 36_500)),
  SUBSONIC: z._default(z.enum(['on', 'off']), 'on'),
  JSONP: z._default(z.enum(['on', 'off']), 'off'),
  APP_PASSWORD_KEY: z._default(shapes.hexKey, ''),
  BACKUP_TARGET: z._default(shapes.folderOrBucket, ''),
  BACKUP_EVERY: z._default(shapes.interval, 0),
  BACKUP_KEEP: z._default(shapes.keepRule, ''),
  S3_ENDPOINT: z._default(shapes.safeAddress, 'https://s3.amazonaws.com'),
  S3_REGION: z._default(shapes.hostName('us-east-1'), 'us-east-1'),
  S3_ACCESS_KEY_ID: z._default(z.string(), ''),
  S3_SECRET_ACCESS_KEY: z._default(z.string(), ''),
  BACKUP_PASSPHRASE: z._default(z.string(), ''),
  BACKUP_PASSPHRASE_FILE: z._default(shapes.path, ''),
})

export interface Settings {
  readonly port: number
  readonly host: string
  /** Absolute folder of the database, pictures, sample catalogue and caches. */
  readonly dataDir: string
  /** A PostgreSQL address, or '' for the embedded database. */
  readonly databaseUrl: string
  /** A Redis or Valkey address, or '' for PostgreSQL: through which processes exchange messages and counts. */
  readonly redisUrl: string
  /** Processes that share the port. */
  readonly workers: number
  /** Absolute folders of the collection, or places in buckets; if empty, the sample catalogue is served. */
  readonly music: readonly string[]
  /** Folders below which music can be chosen in the browser; if empty, the usual ones. */
  readonly musicRoots: readonly string[]
  /** When folders are walked that are watched. */
  readonly scan: WalkSchedule
  /** How a tag that holds several names is read. */
  readonly nameRule: NameRule
  /** What artists' names are sorted without. */
  readonly sortArticles: readonly string[]
  /** Character set of texts in tags that are marked as Latin-1; '' if it is detected. */
  readonly tagCharset: string
  /** Whether playlist files of the collection become playlists that everybody sees. */
  readonly offersCollectionPlaylists: boolean
  /** Whether the sample catalogue is served while there is no other music; undefined if the set-up may choose. */
  readonly sample: boolean | undefined
  /** Whether a new service can be set up in the browser. */
  readonly offersSetUp: boolean
  /** Public address of the pages, with the path before them and without a slash at the end; or '' for the address the server listens on. */
  readonly publicUrl: string
  /** Origin of API, pictures and streams, or '' if it is the pages' own. */
  readonly backendUrl: string
  /** Settings that administrators cannot change while the service runs, because the environment gives them. */
  readonly given: shapes.GivenSettings
  /** Maximum size of the stream cache in megabytes. */
  readonly streamCache: number
  /** Where media are stored: `s3://bucket/prefix`, or '' for the data folder. */
  readonly storage: string
  /** Whether clients get media from the service, or are redirected to the bucket. */
  readonly storageDelivery: 'proxy' | 'redirect'
  /** Maximum size of the streams in the bucket in megabytes. */
  readonly storageStreams: number
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** How a trusted proxy serves files itself, or '' if it does not. */
  readonly sendfile: '' | 'x-accel-redirect'
  /** OpenID Connect client id, or '' without federated sign-in. */
  readonly googleClientId: string
  /** OpenID Connect issuer. */
  readonly googleIssuer: string
  /** The only host from which the provider's profile pictures are accepted. */
  readonly photoHost: string
  /** Allowed push services: host names, `*.example.org` includes subdomains. */
  readonly pushHosts: readonly string[]
  /** File of the service account for Firebase Cloud Messaging, or ''. */
  readonly fcmServiceAccount: string
  /** Mail server, `smtp:` or `smtps:`; with '' emails are written to a folder. */
  readonly smtpUrl: string
  /** Sender of emails: an address, or `Name <address>`. */
  readonly mailFrom: string
  /** How long new albums are collected before an email announces them. */
  readonly mailGatherMinutes: number
  /** Only signed-in listeners may see the list of all listeners. */
  readonly profilesForMembers: boolean
  /** Multiplier of every rate limit; 0 switches them off. */
  readonly rateLimitScale: number
  /** For how many days listens are kept; undefined until they are deleted. */
  readonly listensDays: number | undefined
  /** Whether apps may call the service in the protocol of Subsonic. */
  readonly offersApps: boolean
  /** Whether apps may get their answers as scripts. */
  readonly offersJsonp: boolean
  /** Encrypts app passwords, 64 hexadecimal digits, or '' for the file in the data folder. */
  readonly appPasswordKey: string
  /** How to reach S3-compatible object storage; keys may be ''. */
  readonly objectStorage: ObjectStorageSettings
  /** Where backups are stored, or ''. */
  readonly backupTarget: string
  /** Milliseconds between backups that the service makes; 0 for none. */
  readonly backupEvery: number
  /** Which snapshots stay, such as `7d,4w,12m`; '' for all. */
  readonly backupKeep: string
  /** Encrypts backups, or ''. */
  readonly backupPassphrase: string
  /** Absolute path of a file with the passphrase, or ''. */
  readonly backupPassphraseFile: string
}

/** Settings whose value may be or contain a secret. */
const SECRETS = new Set([
  'APP_PASSWORD_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'BACKUP_PASSPHRASE',
  'S3_SECRET_ACCESS_KEY',
])

/**
 * Reads the settings from the environment.
 * @throws SettingError that names the invalid setting and what is allowed
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = z.safeParse(environment, given)
  if (!read.success) {
    const [issue] = read.error.issues
    const name = String(issue?.path[0])
    const value = SECRETS.has(name) ? 'what it is' : `"${env[name]}"`
    throw new SettingError(
      `The setting ${name} cannot be ${value}: it takes ${describeAllowed(issue)}. See docs/operating.md.`,
    )
  }
  const lacking = findLacking(read.data)
  if (lacking) throw new SettingError(`${lacking} See docs/operating.md.`)
  return {
    port: read.data.PORT,
    host: read.data.HOST,
    dataDir: resolve(read.data.DATA_DIR),
    databaseUrl: read.data.DATABASE_URL,
    redisUrl: read.data.REDIS_URL,
    workers: read.data.WORKERS,
    music: readMusic(read.data.MUSIC),
    musicRoots: readMusic(read.data.MUSIC_ROOTS),
    scan: toWalkSchedule(read.data),
    nameRule: makeNameRule(read.data.TAG_SEPARATORS, read.data.TAG_WHOLE_NAMES),
    sortArticles: read.data.SORT_ARTICLES,
    tagCharset: read.data.TAG_CHARSET,
    offersCollectionPlaylists: read.data.COLLECTION_PLAYLISTS === 'on',
    sample: read.data.SAMPLE && read.data.SAMPLE === 'on',
    offersSetUp: read.data.SET_UP === 'on',
    publicUrl: read.data.PUBLIC_URL,
    backendUrl: read.data.BACKEND_URL,
    given: {
      ...(read.data.SERVICE_NAME && { serviceName: read.data.SERVICE_NAME }),
      ...(read.data.SIGN_UP && { signUp: read.data.SIGN_UP }),
      ...(read.data.GUESTS && { guests: read.data.GUESTS }),
      ...(read.data.WATCH && { watch: read.data.WATCH }),
      ...(read.data.ARTISTS_URL && { artistsUrl: read.data.ARTISTS_URL }),
      ...(read.data.CHAT_URL && { chatUrl: read.data.CHAT_URL }),
    },
    streamCache: read.data.STREAM_CACHE,
    storage: read.data.STORAGE,
    storageDelivery: read.data.STORAGE_DELIVERY,
    storageStreams: read.data.STORAGE_STREAMS,
    trustedProxies: shapes.listed(read.data.TRUSTED_PROXIES),
    sendfile: read.data.SENDFILE,
    googleClientId: read.data.GOOGLE_CLIENT_ID,
    googleIssuer: read.data.GOOGLE_ISSUER,
    photoHost: read.data.GOOGLE_PHOTO_HOST,
    pushHosts: shapes.listed(read.data.PUSH_HOSTS.toLowerCase()),
    fcmServiceAccount: read.data.FCM_SERVICE_ACCOUNT && resolve(read.data.FCM_SERVICE_ACCOUNT),
    smtpUrl: read.data.SMTP_URL,
    mailFrom: read.data.MAIL_FROM,
    mailGatherMinutes: read.data.MAIL_GATHER_MINUTES,
    profilesForMembers: read.data.PROFILES === 'members',
    rateLimitScale: read.data.RATE_LIMIT_SCALE,
    listensDays: read.data.LISTENS_DAYS,
    offersApps: read.data.SUBSONIC === 'on',
    offersJsonp: read.data.JSONP === 'on',
    appPasswordKey: read.data.APP_PASSWORD_KEY,
    objectStorage: {
      endpoint: read.data.S3_ENDPOINT,
      region: read.data.S3_REGION,
      accessKeyId: read.data.S3_ACCESS_KEY_ID,
      secretAccessKey: read.data.S3_SECRET_ACCESS_KEY,
    },
    backupTarget: read.data.BACKUP_TARGET,
    backupEvery: read.data.BACKUP_EVERY,
    backupKeep: read.data.BACKUP_KEEP,
    backupPassphrase: read.data.BACKUP_PASSPHRASE,
    backupPassphraseFile: read.data.BACKUP_PASSPHRASE_FILE && resolve(read.data.BACKUP_PASSPHRASE_FILE),
  }
}

function describeAllowed(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_value') return issue?.message ?? ''
  return issue.values.filter(Boolean).join(' or ')
}

/** Folders are separated by `:` (`;` on Windows); the colon of `s3://` separates nothing. */
function readMusic(given: string): string[] {
  return given
    .split(process.platform === 'win32' ? ';' : /:(?!\/\/)/)
    .filter(Boolean)
    .map(folder => (folder.startsWith('s3://') ? folder : resolve(folder)))
}
