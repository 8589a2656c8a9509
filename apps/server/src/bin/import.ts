import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { type ImportOptions, importCollection } from '../importing/import-collection.ts'
import { ProgressLine } from '../importing/progress-line.ts'
import { describeReport, exitStatus, type ImportReport } from '../importing/report.ts'
import { watchCollection } from '../importing/watch-collection.ts'
import { OperatorError, readSettings } from '../settings.ts'
import { runProgram } from './run-program.ts'

const HELP = `Takes folders of music into the catalogue. Files are read where they lie and never written to.

  npm run import -- FOLDER…            take in what is new or different
  npm run import -- FOLDER… --forget   also take out tracks whose files are gone
  npm run import -- FOLDER… --watch    go on following the folders

Without FOLDER the setting MUSIC says which. Exit status: 0 all went in, 2 some files were skipped, 1 it could not run.`

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      forget: { type: 'boolean' },
      watch: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const settings = readSettings(process.env)
  const folders = positionals.length > 0 ? positionals : settings.music
  if (folders.length === 0) {
    throw new OperatorError('Which music? Name a folder (npm run import -- FOLDER), or set MUSIC.')
  }
  const open = openDatabase(settings)
  try {
    await migrate(open)
    // What a power cut takes of an import, the next run does again: no need to wait for the disk at each album.
    if (open.dialect === 'sqlite') await sql`pragma synchronous = normal`.execute(open.db)
    const stop = new AbortController()
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () =>
        stop.abort(new OperatorError('Stopped. What went in stays; run it again to go on.')),
      )
    }
    const { dataDir } = settings
    const run = (forget: boolean) => importOnce({ open, dataDir, folders, forget, signal: stop.signal })
    process.exitCode = exitStatus(await run(values.forget ?? false))
    if (values.watch) await watchCollection(folders, () => run(false), stop.signal)
  } finally {
    await open.close()
  }
})

async function importOnce(options: ImportOptions): Promise<ImportReport> {
  const line = new ProgressLine(process.stderr)
  try {
    const report = await importCollection({ ...options, onProgress: progress => line.show(progress) })
    line.clear()
    console.log(describeReport(report).join('\n'))
    return report
  } finally {
    line.clear()
  }
}
