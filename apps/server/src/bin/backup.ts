import { parseArgs } from 'node:util'
import { runAlone } from '../backup/backup-lease.ts'
import { describeBackup, describeSnapshots } from '../backup/backup-report.ts'
import { timeUntilDue } from '../backup/is-due.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { openTarget } from '../backup/open-target.ts'
import { readPassphrase } from '../backup/read-passphrase.ts'
import { isKeepRule } from '../backup/repository/keep-rule.ts'
import { openOrCreateRepository, openRepository } from '../backup/repository/repository.ts'
import { removeOld } from '../backup/repository/retention.ts'
import type { BackupTarget } from '../backup/repository/target.ts'
import { checkScheduledTarget, isTargetLost, readServiceId, rememberTarget } from '../backup/used-targets.ts'
import { checkComplete, readSteps } from '../database/migrate.ts'
import type { Database } from '../database/tables.ts'
import { recordJob } from '../jobs/run-job.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { OperatorError, readSettings, type Settings } from '../settings.ts'
import { lowerPriority, yieldToService } from '../workers/lower-priority.ts'
import { openExisting } from './prepare-database.ts'
import { runProgram } from './run-program.ts'
import { onStopSignal } from './stop.ts'

const HELP = `Backs up the database, pictures and uploads while the service runs. Music files are not included, and neither
is app-password-key: keep a copy of it yourself.

  npm run backup                        to BACKUP_TARGET
  npm run backup -- TARGET              to a folder, or s3://bucket/prefix
    --keep 7d,4w,12m                    then remove old snapshots, but keep the newest of the last 7 days, 4 weeks, 12 months
  npm run backup -- [TARGET] --list     list the snapshots

With BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE, backups are encrypted. Keep the passphrase elsewhere: without it, they
cannot be opened. Settings come from the environment or a .env file: see docs/operating.md.`

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      list: { type: 'boolean' },
      // For the service: does nothing unless a backup is due.
      scheduled: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const settings = readSettings(process.env)
  const keep = values.keep ?? settings.backupKeep
  if (keep !== '' && !isKeepRule(keep))
    throw new OperatorError('--keep takes numbers with d, w, m or y, such as 7d,4w,12m.')
  if (positionals.length > 1) throw new OperatorError('Name one target.')
  const target = await openTarget(positionals[0] ?? settings.backupTarget, settings)
  if (values.list) {
    const repository = await openRepository(target, await readPassphrase(settings))
    const { lines, isDamaged } = await describeSnapshots(repository)
    console.log(lines.join('\n'))
    if (isDamaged) process.exitCode = 1
    return
  }
  const isScheduled = values.scheduled ?? false
  if (isScheduled) lowerPriority()
  else yieldToService()
  await backUp(settings, target, keep, isScheduled)
})

async function backUp(
  settings: Settings,
  target: BackupTarget,
  keep: string,
  isScheduled: boolean,
): Promise<void> {
  const stop = new AbortController()
  onStopSignal(() => stop.abort(new OperatorError('Stopped. The next backup uses what was stored.')))
  const open = await openExisting(settings)
  try {
    checkComplete(await readSteps(open))
    const done = await runAlone(open.db, async lost => {
      await checkTarget(open.db, target, isScheduled)
      const isDue = !isScheduled || (await timeUntilDue(target, settings.backupEvery)) === 0
      // Another service was faster.
      if (!isDue) return
      await recordJob(open.db, 'backups', () => back(lost))
    })
    async function back(lost: AbortSignal): Promise<void> {
      const service = await readServiceId(open.db)
      const repository = await openOrCreateRepository(target, await readPassphrase(settings), service)
      await rememberTarget(open.db, target)
      const startedAt = performance.now()
      const signal = AbortSignal.any([lost, stop.signal])
      const storage = await openMediaStorage(settings)
      const report = await makeBackup({ ...settings, storage }, repository, signal)
      console.log(describeBackup(report, target.label, performance.now() - startedAt))
      if (keep === '') return
      const removed = await removeOld(repository, keep, { made: report.id, signal })
      if (removed.snapshots > 0) console.log(`Removed ${removed.snapshots} old snapshots.`)
    }
    if (!done && !isScheduled) throw new OperatorError('Another backup is running: wait for it to end.')
  } finally {
    await open.close()
  }
}

async function checkTarget(db: Database, target: BackupTarget, isScheduled: boolean): Promise<void> {
  if (isScheduled) await checkScheduledTarget(db, target)
  else if (await isTargetLost(db, target)) {
    console.warn(`The earlier backups in ${target.label} are gone: this one starts again there.`)
  }
}
