import type { FastifyInstance } from 'fastify'
import { openSealingKey } from './account/app-keys/open-sealing-key.ts'
import { registerAppKeys } from './account/app-keys/routes.ts'
import type { SealingKey } from './account/app-keys/sealing-key.ts'
import { IdentityProvider } from './account/providers/identity-provider.ts'
import { registerAccount } from './account/routes.ts'
import type { StartImport } from './administration/collection/collection-parts.ts'
import { readJobMeasurements } from './administration/jobs/job-facts-store.ts'
import { registerAdministration } from './administration/routes.ts'
import { registerSetUp } from './administration/set-up/routes.ts'
import { registerCatalogue } from './catalogue/routes.ts'
import { registerSearch } from './catalogue/search/routes.ts'
import { readCatalogueVersion } from './catalogue/version-store.ts'
import { registerConfiguration } from './configuration-routes.ts'
import type { OpenDatabase } from './database/open.ts'
import type { Database, Transaction } from './database/tables.ts'
import { registerForArtists } from './for-artists/routes.ts'
import { registerHealth } from './health-routes.ts'
import { createApp } from './http/create-app.ts'
import { registerApiDocs } from './http/openapi/routes.ts'
import { ResponseCache } from './http/responses/response-cache.ts'
import { GuestAccess } from './http/security/guest-access.ts'
import { hasOwnMusic } from './importing/sample/sample-store.ts'
import { registerImportStatus, type StartedImport } from './importing/status/import-status-routes.ts'
import { CleanUps } from './jobs/clean-ups.ts'
import { incrementVersionOfOwner } from './library/collection-playlists/collection-playlist-writer.ts'
import { CollectionPlaylists } from './library/collection-playlists/collection-playlists.ts'
import { deleteFollows } from './library/follows/follow-store.ts'
import { registerLibrary } from './library/routes.ts'
import { registerListening } from './listening/routes.ts'
import { isPrivateService } from './live-settings/live-settings.ts'
import { LiveUpdates } from './live-updates/live-updates.ts'
import { registerLiveUpdates } from './live-updates/routes.ts'
import { registerMedia } from './media/routes.ts'
import { registerMetrics } from './metrics/routes.ts'
import { accountEmails } from './notifications/account-emails.ts'
import { SignedLinks } from './notifications/email/signed-links.ts'
import { readOwnNotificationData } from './notifications/own-notification-data.ts'
import { openVapidKeys } from './notifications/push/vapid-keys.ts'
import { registerNotifications } from './notifications/routes.ts'
import { registerEmailSettings } from './notifications/settings/email-settings-routes.ts'
import { readBuild } from './pages/read-build.ts'
import { openPages } from './pages/routes.ts'
import { PRODUCT_VERSION } from './product-version.ts'
import { SetUpState } from './set-up/set-up-state.ts'
import { readSetUpChoices, type SetUpChoices } from './set-up/set-up-store.ts'
import type { Settings } from './settings.ts'
import type { CallParts } from './subsonic/call.ts'
import { registerSubsonic } from './subsonic/routes.ts'

export interface AppParts {
  readonly open: OpenDatabase
  readonly settings: Settings
  /** With the sample catalogue: renders an audio file before it is opened. */
  readonly prepareFile?: (path: string) => Promise<void>
  /** Called with a track that is played before anybody has listened to it: see analyse-in-background.ts. */
  readonly onUnanalysed?: (trackId: string) => void
  /** Created here unless given. */
  readonly liveUpdates?: LiveUpdates
  /** The running import that this process has started. */
  readonly startedImport?: () => StartedImport | undefined
  /** Called once the set-up in the browser is done. */
  readonly onSetUp?: (choices: SetUpChoices) => void
  /** Starts an import in the background; without it, administrators cannot. */
  readonly startImport?: StartImport
  /** Runs a backup in the background until it has ended; without it, administrators cannot. */
  readonly startBackup?: () => Promise<void>
  /** Folder of the built web pages; without it, only the API is served. */
  readonly pagesDir?: string
}

/** Creates the app with all routes. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { open, settings, pagesDir } = parts
  const cache = new ResponseCache(() => readCatalogueVersion(open.db))
  const guestAccess = new GuestAccess(() => isPrivateService(open.db, settings.given))
  const setUp = new SetUpState(open.db, settings.offersSetUp)
  const pages = pagesDir
    ? await openPages({ ...settings, pagesDir, db: open.db, cache, guestAccess, setUp })
    : undefined
  const sealing = openSealingKey(settings)
  const presenceKey = sealing.derive('presence')
  const app = createApp(settings, pages, { open, presenceKey }, guestAccess)
  app.decorate('responseCache', cache)
  const cleanUps = new CleanUps(open.db)
  app.addHook('onClose', () => cleanUps.close())
  registerMetrics(app, open.queries, () => readJobMeasurements(open.db))
  registerHealth(app, open, settings.dataDir)
  registerApiDocs(app)
  registerForArtists(app, settings.publicUrl)
  const { googleClientId, googleIssuer } = settings
  const provider = googleClientId ? new IdentityProvider(googleIssuer, googleClientId) : undefined
  registerConfiguration(
    app,
    { ...settings, db: open.db },
    provider,
    async () => parts.prepareFile !== undefined && (await isSampleServed(open.db)),
    openVapidKeys(open.db),
  )
  const { uploads, audio, pictures, transcodes, prepareStreams } = await registerMedia(app, {
    ...settings,
    db: open.db,
    cleanUps,
    prepareFile: parts.prepareFile,
    onUnanalysed: parts.onUnanalysed,
  })
  const { liveUpdates = new LiveUpdates(open) } = parts
  registerLiveUpdates(app, liveUpdates)
  registerAccount(app, {
    ...settings,
    db: open.db,
    cleanUps,
    liveUpdates,
    provider,
    ...ACCOUNT_CHANGES,
    mails: accountEmails,
    sealingKey: sealing,
  })
  const startedImport = parts.startedImport ?? (() => undefined)
  const { startImport } = parts
  const imports = { music: settings.music, startedImport, startImport }
  registerApps(app, { open, settings, audio, pictures, transcodes, liveUpdates, sealing, imports })
  registerCatalogue(app, open.db)
  registerSearch(app, open)
  const build = pagesDir ? await readBuild(pagesDir) : undefined
  registerImportStatus(app, { db: open.db, startedImport, build, liveUpdates })
  registerSetUp(app, {
    db: open.db,
    settings,
    mails: accountEmails,
    setUp,
    onSetUp: parts.onSetUp ?? (() => {}),
  })
  registerListening(app, { db: open.db, cleanUps, liveUpdates, listensDays: settings.listensDays })
  await registerLibrary(app, {
    ...settings,
    open,
    cleanUps,
    uploads,
    liveUpdates,
    readNotificationData: readOwnNotificationData,
  })
  registerNotifications(app, { ...settings, db: open.db, cleanUps, liveUpdates })
  await registerAdministration(app, {
    open,
    settings,
    cleanUps,
    uploads,
    startedImport,
    startImport,
    startBackup: parts.startBackup,
    liveUpdates,
    ...ACCOUNT_CHANGES,
    mails: accountEmails,
  })
  const links = new SignedLinks(open.db)
  await registerEmailSettings(app, { db: open.db, links, liveUpdates, given: settings.given })
  await pages?.register(app, prepareStreams)
  return app
}

/** What changes elsewhere with an account. */
const ACCOUNT_CHANGES = {
  async beforeDelete(tx: Transaction, userId: string): Promise<void> {
    await deleteFollows(tx, userId)
    await incrementVersionOfOwner(tx, userId)
  },
  beforeRename: incrementVersionOfOwner,
}

/** Keys of apps, and what apps call with them. */
function registerApps(
  app: FastifyInstance,
  parts: Omit<CallParts, 'listensDays' | 'sortArticles' | 'given' | 'collectionPlaylists'> & {
    readonly settings: Settings
    readonly sealing: SealingKey
  },
): void {
  const { open, settings, liveUpdates, sealing } = parts
  registerAppKeys(app, { db: open.db, liveUpdates, sealing, offersApps: settings.offersApps })
  if (settings.offersApps) {
    const { listensDays, offersJsonp, sortArticles, given } = settings
    const collectionPlaylists = new CollectionPlaylists(open.db, settings.offersCollectionPlaylists)
    const own = { collectionPlaylists, listensDays, sortArticles, offersJsonp, given }
    registerSubsonic(app, { ...parts, ...own, version: PRODUCT_VERSION })
  }
}

async function isSampleServed(db: Database): Promise<boolean> {
  return (await readSetUpChoices(db)).wantsSample && !(await hasOwnMusic(db))
}
