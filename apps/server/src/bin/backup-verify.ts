import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { openTarget } from '../backup/open-target.ts'
import { readPassphrase } from '../backup/read-passphrase.ts'
import { chooseSnapshot } from '../backup/repository/manifest.ts'
import { openRepository } from '../backup/repository/repository.ts'
import { verifyBackup } from '../backup/verify/verify-backup.ts'
import { OperatorError, readSettings } from '../settings.ts'
import { runProgram } from './run-program.ts'
import { onStopSignal } from './stop.ts'

const HELP = `Proves that a backup can be restored: restores it to a scratch folder, compares all rows and files, starts a
service on it and asks ten calls. Touches neither DATA_DIR nor the database.

  npm run backup:verify                        the newest snapshot in BACKUP_TARGET
  npm run backup:verify -- SOURCE              in a folder
    --snapshot ID                              another snapshot
    --scratch FOLDER                           where to restore to; else the system's folder for temporary files

Exit status: 0 the snapshot is good, 1 it is not.`

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      snapshot: { type: 'string' },
      scratch: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  if (positionals.length > 1) throw new OperatorError('Name one source.')
  const settings = readSettings(process.env)
  const target = await openTarget(positionals[0] ?? settings.backupTarget, settings)
  const repository = await openRepository(target, await readPassphrase(settings))
  const id = await chooseSnapshot(repository, values.snapshot)
  onStopSignal(() => process.exit(1))
  const { tables, files, chunks } = await verifyBackup(repository, id, values.scratch ?? tmpdir())
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `The snapshot ${id} is good: ${chunks.length} chunks read, ${rows.toLocaleString('en')} rows and ${files.count.toLocaleString('en')} files restored and equal, 10 calls answered by a service on them.`,
  )
})
