import cluster from 'node:cluster'
import { parseArgs } from 'node:util'
import { checkBackupSettings } from '../backup/check-backup-settings.ts'
import { configureLogFrom } from '../log/log.ts'
import { checkStorage } from '../media/storage/check-storage.ts'
import { readSettings } from '../settings.ts'
import { readFolders } from './music.ts'
import { runProgram } from './run-program.ts'

const HELP = `Serves a music collection on one port.

  npm start                       what was imported before, else the sample catalogue
  npm start -- --music FOLDER     your own music; may be given several times
  npm start -- --workers N        in N processes that share the port; needs PostgreSQL

Settings come from the environment or a .env file: see docs/operating.md.`

await runProgram(async () => {
  const { values } = parseArgs({
    options: {
      music: { type: 'string', multiple: true },
      workers: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  configureLogFrom(process.env)
  const settings = readSettings({ ...process.env, ...(values.workers && { WORKERS: values.workers }) })
  const music = readFolders(values.music ?? settings.music, settings.objectStorage)
  await checkBackupSettings(settings)
  await checkStorage(settings)
  // Each loads only what it needs: the primary process serves nothing.
  const { run } =
    settings.workers > 1 && cluster.isPrimary
      ? await import('./workers/run-workers.ts')
      : await import('./serve-process.ts')
  await run({ ...settings, music })
})
