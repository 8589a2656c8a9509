import { parseArgs } from 'node:util'
import { describeRepair } from '../backup/dump/repair-rows.ts'
import { openTarget } from '../backup/open-target.ts'
import { readPassphrase } from '../backup/read-passphrase.ts'
import { chooseSnapshot } from '../backup/repository/manifest.ts'
import { openRepository } from '../backup/repository/repository.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { lockEmbeddedDatabase } from '../database/embedded/lock-embedded-database.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { OperatorError, readSettings } from '../settings.ts'
import { runProgram } from './run-program.ts'

const HELP = `Restores a backup into an empty DATA_DIR and, with DATABASE_URL, an empty PostgreSQL database.

  npm run restore -- SOURCE                  the newest snapshot in a folder or s3://bucket/prefix
  npm run restore -- SOURCE --snapshot ID    another one; npm run backup -- SOURCE --list shows them

Run it again after an interruption: it continues. A backup of one kind of database can be restored to the other.
Encrypted backups need BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE. Settings come from the environment or a .env file:
see docs/operating.md.`

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { snapshot: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const [source, ...others] = positionals
  if (source === undefined || others.length > 0) {
    throw new OperatorError('Name the backups to restore from: npm run restore -- SOURCE.')
  }
  const settings = readSettings(process.env)
  const repository = await openRepository(await openTarget(source, settings), await readPassphrase(settings))
  const id = await chooseSnapshot(repository, values.snapshot)
  prepareDataFolder(settings.dataDir)
  const release = settings.databaseUrl ? () => {} : lockEmbeddedDatabase(settings.dataDir)
  try {
    const storage = await openMediaStorage(settings)
    const { tables, files } = await restoreBackup(repository, id, { ...settings, storage }, (table, rows) =>
      console.error(describeRepair(table, rows)),
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const music = tables.find(table => table.name === 'files')?.rows ?? 0
    console.log(
      `Restored the snapshot ${id}: ${rows.toLocaleString('en')} rows in ${tables.length} tables, all read back and equal, and ${files.count.toLocaleString('en')} files. The ${music.toLocaleString('en')} music files are not part of it: they must be where they were, or be imported again.`,
    )
  } finally {
    release()
  }
})
