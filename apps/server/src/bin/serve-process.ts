import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import type { FastifyInstance } from 'fastify'
import { storeLog } from '../administration/log/store-log.ts'
import { createSetUpCode } from '../administration/set-up/set-up-code.ts'
import { buildApp } from '../app.ts'
import { backUpNow } from '../backup/schedule-backups.ts'
import { isCatalogueEmpty } from '../catalogue/version-store.ts'
import type { OpenDatabase } from '../database/open.ts'
import type { Database } from '../database/tables.ts'
import { PriorityTracks } from '../importing/analysis/priority-tracks.ts'
import { hasOwnMusic } from '../importing/sample/sample-store.ts'
import { isPaused } from '../jobs/job-store.ts'
import { readLiveSettings } from '../live-settings/live-settings.ts'
import { log } from '../log/log.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { readFcmAccount } from '../notifications/push/fcm-account.ts'
import { openPushTransport } from '../notifications/push/open-push-transport.ts'
import { openVapidKeys } from '../notifications/push/vapid-keys.ts'
import { startNotifications } from '../notifications/start-notifications.ts'
import type { Settings } from '../settings.ts'
import { chooseMusic, type MusicChoice } from './background/choose-music.ts'
import { CollectionWork } from './background/collection-work.ts'
import { startBackground } from './background/start-background.ts'
import { listen, listeningAddress } from './listen.ts'
import { openForService, prepareDatabase } from './prepare-database.ts'
import { describeAdded, describeReady, describeSetUp, type Music, warnAtStart } from './ready-line.ts'
import { closeInOrder, onStop } from './stop.ts'
import { announceReady, ownRole } from './workers/worker-role.ts'

const PAGES = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Serves in this process: the whole service, or one of its workers. */
export async function run(settings: Settings): Promise<void> {
  const role = ownRole()
  if (!role) warnAtStart(settings)
  await loadLanguage(SERVICE_LANGUAGE)
  const { fcmServiceAccount } = settings
  const fcmAccount = fcmServiceAccount ? await readFcmAccount(fcmServiceAccount) : undefined
  const open = await openForService(settings)
  if (!role) await prepareDatabase(open, settings)
  const stopStoringLog = storeLog(open.db)
  const push = openPushTransport({ ...settings, fcmAccount, keys: openVapidKeys(open.db) })
  const choice = await chooseMusic(open.db, settings)
  const { music, sample } = choice
  const stopping = new AbortController()
  const { signal } = stopping
  const report = (added: Music) => {
    if (!signal.aborted) void printAdded(open.db, added)
  }
  const work = new CollectionWork(open.db, settings.music, () => report('your music'))
  const isAddingMusic = music.length > 0 && role !== 'other'
  // A watcher imports when it starts.
  const { watch } = await readLiveSettings(open.db, settings.given)
  work.isImporting = isAddingMusic && watch !== 'on'
  const priority = new PriorityTracks()
  const app = await openApp({ open, settings, sample, work, priority, signal })
  const stops: (() => Promise<void>)[] = [() => work.stop()]
  onStop(() => {
    stopping.abort()
    sample?.stop()
    return closeInOrder({
      stopBackground: () => Promise.all(stops.map(stop => stop())),
      closeListeners: () => app.close(),
      async closeDatabase() {
        await stopStoringLog()
        await open.close()
      },
    })
  })
  await listen(app, settings)
  if (signal.aborted) return
  const address = listeningAddress(app, settings)
  stops.push(startNotifications({ db: open.db, settings, push, listening: address }))
  const { isEmpty, isAddingSample } = await startSample({ app, open, settings, sample, signal })
  if (signal.aborted) return
  const added = isAddingSample ? 'the sample music' : undefined
  const adding = isAddingMusic ? await describeOwnImport(open.db) : added
  if (signal.aborted) return
  announceReady(describeReady(address, settings, adding))
  if (settings.offersSetUp && role !== 'other') await offerSetUp(open.db, address, settings)
  if (signal.aborted) return
  // The first import of a watcher is that of the start.
  let isReported = !isAddingMusic || work.isImporting
  const onImport = () => {
    if (!isReported) report('your music')
    isReported = true
  }
  stops.push(startBackground({ db: open.db, settings, priority, sample, onImport }))
  if (!choice.wantsSample && !choice.isOwnMusic && !isEmpty && role !== 'other') work.withdrawSample()
  if (work.isImporting) work.importMusic(music)
  else if (isAddingSample && role !== 'other') sample?.imported().then(() => report('the sample music'))
}

/** What the start adds if there is music. A database that is away is asked again by the import. */
async function describeOwnImport(db: Database): Promise<'paused' | Music> {
  return (await isPaused(db, 'imports').catch(() => false)) ? 'paused' : 'your music'
}

interface AppOptions {
  readonly open: OpenDatabase
  readonly settings: Settings
  readonly sample: MusicChoice['sample']
  readonly work: CollectionWork
  /** Tracks to analyse first. */
  readonly priority: PriorityTracks
  /** Aborted when the service stops. */
  readonly signal: AbortSignal
}

/** The app, with what its calls start in the background. */
function openApp({ open, settings, sample, work, priority, signal }: AppOptions): Promise<FastifyInstance> {
  return buildApp({
    open,
    settings,
    onUnanalysed: trackId => priority.add(trackId),
    startedImport: () => (work.isImporting ? { sample: false, total: 0 } : sample?.startedImport()),
    startBackup: () => backUpNow(open.db, signal),
    startImport: prepare => work.scan(prepare),
    ...(sample && { prepareFile: sample.prepareFile }),
    onSetUp(choices) {
      if (choices.music !== '') return work.importMusic([choices.music])
      if (choices.wantsSample) return
      sample?.stop()
      work.withdrawSample()
    },
    ...(existsSync(join(PAGES, 'index.html')) && { pagesDir: PAGES }),
  })
}

/** Starts the import of the sample catalogue. On the first start, waits until the pages have music to show. */
async function startSample({
  app,
  open,
  settings,
  sample,
  signal,
}: Pick<AppOptions, 'open' | 'settings' | 'sample' | 'signal'> & { readonly app: FastifyInstance }): Promise<{
  readonly isEmpty: boolean
  readonly isAddingSample: boolean
}> {
  const isEmpty = await isCatalogueEmpty(open.db).catch(error => {
    // Stopping closes the database.
    if (!signal.aborted) throw error
    return false
  })
  if (signal.aborted) return { isEmpty, isAddingSample: false }
  const { dataDir } = settings
  const isPlaying = async () => (await app.presence.count()).streams > 0
  const started = sample?.start({ open, dataDir, storage: await openMediaStorage(settings), isPlaying })
  if (isEmpty) await started
  return { isEmpty, isAddingSample: isEmpty && sample?.startedImport() !== undefined }
}

/** Prints the code for the set-up while it is open. A database that is away now is asked again by the next start. */
async function offerSetUp(db: Database, address: string, settings: Settings): Promise<void> {
  const code = await createSetUpCode(db).catch(() => undefined)
  if (code) log.info(describeSetUp(address, code, settings))
}

async function printAdded(db: Database, music: Music): Promise<void> {
  try {
    // The operator's music may have replaced the sample meanwhile.
    if (music === 'the sample music' && (await hasOwnMusic(db))) return
    log.info(await describeAdded(db, music))
  } catch {
    // The database is being closed, or away.
  }
}
