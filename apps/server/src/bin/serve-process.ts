import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import { keepLog } from '../administration/log/keep-log.ts'
import { createSetUpCode } from '../administration/set-up/set-up-code.ts'
import { buildApp } from '../app.ts'
import { backUpNow, scheduleBackups } from '../backup/schedule-backups.ts'
import { isCatalogueEmpty } from '../catalogue/version-store.ts'
import type { Database } from '../database/tables.ts'
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
import { readSetUpChoices } from '../set-up/set-up-store.ts'
import type { Settings } from '../settings.ts'
import { CollectionWork } from './collection-work.ts'
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
  const { dataDir, fcmServiceAccount } = settings
  const fcmAccount = fcmServiceAccount ? await readFcmAccount(fcmServiceAccount) : undefined
  const open = await openForService(settings)
  if (!role) await prepareDatabase(open, settings)
  const stopKeepingLog = keepLog(open.db)
  const push = openPushTransport({ ...settings, fcmAccount, keys: openVapidKeys(open.db) })
  const { music, wantsSample, isOwnMusic } = await chooseMusic(open.db, settings)
  const sample = isOwnMusic || !wantsSample ? undefined : await import('./sample-music.ts')
  const priority = new PriorityTracks()
  const work = new CollectionWork(open.db, () => report('your music'))
  work.isImporting = music.length > 0 && role !== 'other'
  const app = await buildApp({
    open,
    settings,
    onUnanalysed: trackId => priority.add(trackId),
    startedImport: () => (work.isImporting ? { sample: false, total: 0 } : sample?.startedImport()),
    startBackup: () => void backUpNow(open.db, stopping.signal),
    startImport: (folders, { forget }) => work.scan(folders, forget),
    ...(sample && { prepareFile: sample.prepareFile }),
    onSetUp(choices) {
      if (choices.music !== '') return work.importMusic([choices.music])
      if (choices.wantsSample) return
      sample?.stop()
      work.withdrawSample()
    },
    ...(existsSync(join(PAGES, 'index.html')) && { pagesDir: PAGES }),
  })
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
        await Promise.all([work.stop(), stopAnalysis(), stopDelivering(), stopBackups()])
      },
      closeListeners: () => app.close(),
      async closeDatabase() {
        await stopKeepingLog()
        await open.close()
      },
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
  const adding = work.isImporting ? 'your music' : isAddingSample ? 'the sample music' : undefined
  announceReady(describeReady(address, settings, adding))
  if (settings.offersSetUp && role !== 'other') await offerSetUp(open.db, address, settings)
  if (isStopping) return
  stopBackups = scheduleBackups(open.db, settings)
  stopAnalysis = analyseInBackground(open.db, dataDir, {
    priority,
    copies: new LocalCopies(new CollectionBuckets(settings.objectStorage), dataDir),
    ...(sample && { isReady: sample.isReady }),
  })
  function report(music: Music): void {
    if (!isStopping) void printAdded(open.db, music)
  }
  if (!wantsSample && !isOwnMusic && !isEmpty && role !== 'other') work.withdrawSample()
  if (work.isImporting) work.importMusic(music)
  else if (isAddingSample && role !== 'other') sample?.imported().then(() => report('the sample music'))
}

/** Prints the code for the set-up while it is open. A database that is away now is asked again by the next start. */
async function offerSetUp(db: Database, address: string, settings: Settings): Promise<void> {
  const code = await createSetUpCode(db).catch(() => undefined)
  if (code) log.info(describeSetUp(address, code, settings))
}

/** Which music is served: what the environment gives, else what the set-up has chosen. */
async function chooseMusic(db: Database, settings: Settings) {
  const chosen = await readSetUpChoices(db)
  const music = settings.music.length > 0 || chosen.music === '' ? settings.music : [chosen.music]
  return {
    music,
    wantsSample: settings.sample ?? chosen.wantsSample,
    isOwnMusic: music.length > 0 || (await hasOwnMusic(db)),
  }
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
