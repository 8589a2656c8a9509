import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import { buildApp } from '../app.ts'
import { backUpNow, scheduleBackups } from '../backup/schedule-backups.ts'
import { isCatalogueEmpty } from '../catalogue/version-store.ts'
import { analyseInBackground } from '../importing/analysis/analyse-in-background.ts'
import { PriorityTracks } from '../importing/analysis/priority-tracks.ts'
import { hasOwnMusic } from '../importing/sample/sample-store.ts'
import { log } from '../log/log.ts'
import { CollectionBuckets } from '../media/storage/collection-buckets.ts'
import { LocalCopies } from '../media/storage/local-copies.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { readFcmAccount } from '../notifications/push/fcm-account.ts'
import { openPushTransport } from '../notifications/push/open-push-transport.ts'
import { openVapidKeys } from '../notifications/push/vapid-keys.ts'
import { startNotifications } from '../notifications/start-notifications.ts'
import type { Settings } from '../settings.ts'
import { listen, listeningAddress } from './listen.ts'
import { importInBackground } from './music.ts'
import { openForService, prepareDatabase } from './prepare-database.ts'
import { describeAdded, describeReady, type Music, warnAtStart } from './ready-line.ts'
import { closeInOrder, onStop } from './stop.ts'
import { announceReady, ownRole } from './workers/worker-role.ts'

const PAGES = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Serves in this process: the whole service, or one of its workers. */
export async function run(settings: Settings): Promise<void> {
  const role = ownRole()
  if (!role) warnAtStart(settings)
  await loadLanguage(SERVICE_LANGUAGE)
  const { dataDir, fcmServiceAccount } = settings
  const fcmAccount = fcmServiceAccount ? await readFcmAccount(fcmServiceAccount) : undefined
  const open = await openForService(settings)
  if (!role) await prepareDatabase(open, settings)
  const push = openPushTransport({ ...settings, fcmAccount, keys: openVapidKeys(open.db) })
  const isOwnMusic = settings.music.length > 0 || (await hasOwnMusic(open.db))
  const sample = isOwnMusic ? undefined : await import('./sample-music.ts')
  const priority = new PriorityTracks()
  let isImporting = settings.music.length > 0 && role !== 'other'
  const app = await buildApp({
    open,
    settings,
    onUnanalysed: trackId => priority.add(trackId),
    startedImport: () => (isImporting ? { sample: false, total: 0 } : sample?.startedImport()),
    startBackup: () => void backUpNow(open.db, stopping.signal),
    startImport: (folders, { forget }) =>
      startImport(folders, forget ? ['--forget', '--known', '--yes'] : [], () => {}),
    ...(sample && { prepareFile: sample.prepareFile }),
    ...(existsSync(join(PAGES, 'index.html')) && { pagesDir: PAGES }),
  })
  let stopImport = async () => {}
  function startImport(
    folders: readonly string[],
    args: readonly string[],
    onEnd: (status: number | null) => void,
  ): void {
    if (isStopping) return
    isImporting = true
    const end = (status: number | null) => {
      isImporting = false
      onEnd(status)
    }
    stopImport = importInBackground(folders, end, args)
  }
  let stopAnalysis = async () => {}
  let stopDelivering = async () => {}
  let stopBackups = async () => {}
  let isStopping = false
  const stopping = new AbortController()
  onStop(() => {
    isStopping = true
    stopping.abort()
    return closeInOrder({
      async stopBackground() {
        sample?.stop()
        await Promise.all([stopImport(), stopAnalysis(), stopDelivering(), stopBackups()])
      },
      closeListeners: () => app.close(),
      closeDatabase: () => open.close(),
    })
  })
  await listen(app, settings)
  if (isStopping) return
  const address = listeningAddress(app, settings)
  stopDelivering = startNotifications({ db: open.db, settings, push, listening: address })
  const isEmpty = await isCatalogueEmpty(open.db).catch(error => {
    // Stopping closes the database.
    if (!isStopping) throw error
    return false
  })
  if (isStopping) return
  const started = sample?.start({ open, dataDir, storage: await openMediaStorage(settings) })
  // On the first start, the pages should show music as soon as they are ready.
  if (isEmpty) await started
  if (isStopping) return
  const isAddingSample = isEmpty && sample?.startedImport() !== undefined
  const adding = isImporting ? 'your music' : isAddingSample ? 'the sample music' : undefined
  announceReady(describeReady(address, settings, adding))
  stopBackups = scheduleBackups(open.db, settings)
  stopAnalysis = analyseInBackground(open.db, dataDir, {
    priority,
    copies: new LocalCopies(new CollectionBuckets(settings.objectStorage), dataDir),
    ...(sample && { isReady: sample.isReady }),
  })
  async function printAdded(music: Music): Promise<void> {
    // The operator's music may have replaced the sample meanwhile.
    if (isStopping || (music === 'the sample music' && (await hasOwnMusic(open.db)))) return
    log.info(await describeAdded(open.db, music))
  }
  const report = (music: Music) => printAdded(music).catch(() => {})
  if (isImporting) {
    startImport(settings.music, ['--wait'], status => {
      if (status === 0 || status === 2) void report('your music')
    })
  } else if (isAddingSample && role !== 'other') sample?.imported().then(() => report('the sample music'))
}
