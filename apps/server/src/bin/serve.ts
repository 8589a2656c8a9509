import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SERVICE_LANGUAGE } from '@refrain/messages/language'
import { loadLanguage } from '@refrain/messages/languages'
import { buildApp } from '../app.ts'
import { scheduleBackups } from '../backup/schedule-backups.ts'
import { isCatalogueEmpty } from '../catalogue/version-store.ts'
import { describeRelaxedPostgres } from '../database/durability/relaxed-postgres.ts'
import { lockEmbeddedDatabase } from '../database/lock-embedded-database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { analyseInBackground } from '../importing/analysis/analyse-in-background.ts'
import { PriorityTracks } from '../importing/analysis/priority-tracks.ts'
import { hasOwnMusic } from '../importing/sample/sample-store.ts'
import { CollectionBuckets } from '../media/storage/collection-buckets.ts'
import { LocalCopies } from '../media/storage/local-copies.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { openPushTransport } from '../notifications/push/open-push-transport.ts'
import { startNotifications } from '../notifications/start-notifications.ts'
import { readSettings, type Settings } from '../settings.ts'
import { listen, listeningAddress } from './listen.ts'
import { importInBackground, readFolders } from './music.ts'
import { describeAdded, describeReady, type Music } from './ready-line.ts'
import { runProgram } from './run-program.ts'
import { closeInOrder, onStop } from './stop.ts'

const HELP = `Serves a music collection on one port.

  npm start                       what was imported before, else the sample catalogue
  npm start -- --music FOLDER     your own music; may be given several times

Settings come from the environment or a .env file: see docs/operating.md.`

const PAGES = fileURLToPath(new URL('../../../web/dist', import.meta.url))

await runProgram(async () => {
  const { values } = parseArgs({
    options: { music: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const settings = readSettings(process.env)
  await serve({ ...settings, music: readFolders(values.music ?? settings.music) })
})

async function serve(settings: Settings): Promise<void> {
  if (process.getuid?.() === 0) console.warn('Running as root: use an account of its own instead.')
  if (settings.rateLimitScale === 0) console.warn('Rate limits are switched off (RATE_LIMIT_SCALE=0).')
  await loadLanguage(SERVICE_LANGUAGE)
  const { dataDir } = settings
  const push = await openPushTransport(settings)
  const open = openDatabase({
    ...settings,
    onConnectionError: error => console.error(`The database connection broke: ${error.message}`),
  })
  const release = open.dialect === 'sqlite' ? lockEmbeddedDatabase(dataDir) : () => {}
  await migrate(open)
  const relaxed = await describeRelaxedPostgres(open)
  if (relaxed) console.warn(relaxed)
  const isOwnMusic = settings.music.length > 0 || (await hasOwnMusic(open.db))
  const sample = isOwnMusic ? undefined : await import('./sample-music.ts')
  const priority = new PriorityTracks()
  let isImporting = settings.music.length > 0
  const app = await buildApp({
    open,
    settings,
    onUnanalysed: trackId => priority.add(trackId),
    startedImport: () => (isImporting ? { sample: false, total: 0 } : sample?.startedImport()),
    ...(sample && { prepareFile: sample.prepareFile }),
    ...(existsSync(join(PAGES, 'index.html')) && { pagesDir: PAGES }),
  })
  let stopImport = async () => {}
  let stopAnalysis = async () => {}
  let stopDelivering = async () => {}
  let stopBackups = async () => {}
  let isStopping = false
  onStop(() => {
    isStopping = true
    return closeInOrder({
      async stopBackground() {
        sample?.stop()
        await Promise.all([stopImport(), stopAnalysis(), stopDelivering(), stopBackups()])
      },
      closeListeners: () => app.close(),
      async closeDatabase() {
        await open.close()
        release()
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
  const adding = isImporting ? 'your music' : isAddingSample ? 'the sample music' : undefined
  console.log(describeReady(address, settings, adding))
  stopBackups = scheduleBackups(settings)
  stopAnalysis = analyseInBackground(open.db, dataDir, {
    priority,
    copies: new LocalCopies(new CollectionBuckets(settings.objectStorage), dataDir),
    ...(sample && { isReady: sample.isReady }),
  })
  async function printAdded(music: Music): Promise<void> {
    // The operator's music may have replaced the sample meanwhile.
    if (isStopping || (music === 'the sample music' && (await hasOwnMusic(open.db)))) return
    console.log(await describeAdded(open.db, music))
  }
  const report = (music: Music) => printAdded(music).catch(() => {})
  if (isImporting) {
    stopImport = importInBackground(settings.music, status => {
      isImporting = false
      if (status === 0 || status === 2) void report('your music')
    })
  } else if (isAddingSample) sample?.imported().then(() => report('the sample music'))
}
