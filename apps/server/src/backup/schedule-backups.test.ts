import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../settings.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { timeUntilDue } from './is-due.ts'
import { folderTarget } from './repository/folder-target.ts'
import { newSnapshotId } from './repository/snapshot-id.ts'
import { scheduleBackups } from './schedule-backups.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 23, 12)

const scheduled = () => readSettings({ BACKUP_EVERY: '1h', BACKUP_TARGET: temporaryFolder() })

it('counts from the newest snapshot', async () => {
  const target = folderTarget(temporaryFolder())
  expect(await timeUntilDue(target, HOUR, NOW)).toBe(0)
  await target.write(`snapshots/${newSnapshotId(NOW - 5 * HOUR)}`, Buffer.from(''))
  expect(await timeUntilDue(target, HOUR, NOW)).toBe(0)
  await target.write(`snapshots/${newSnapshotId(NOW - HOUR / 4)}`, Buffer.from(''))
  expect(await timeUntilDue(target, HOUR, NOW)).toBe(0.75 * HOUR)
})

it('does not wait for the time of a snapshot that was made while the clock was ahead', async () => {
  const target = folderTarget(temporaryFolder())
  await target.write(`snapshots/${newSnapshotId(NOW + 1_000 * HOUR)}`, Buffer.from(''))
  expect(await timeUntilDue(target, HOUR, NOW)).toBe(0)
  await target.write(`snapshots/${newSnapshotId(NOW)}`, Buffer.from(''))
  expect(await timeUntilDue(target, HOUR, NOW)).toBe(HOUR)
})

it('runs a due backup once, tries a failed one again, and stops', async () => {
  const settings = scheduled()
  const target = folderTarget(settings.backupTarget)
  const results: boolean[] = []
  const run = async () => {
    const isDone = results.length === 2
    if (isDone) await target.write(`snapshots/${newSnapshotId(Date.now())}`, Buffer.from(''))
    results.push(isDone)
    return isDone
  }
  const stop = scheduleBackups(settings, { run, firstLookMs: 1, retryMs: 1 })
  onTestFinished(stop)
  await expect.poll(() => results).toEqual([false, false, true])
  await stop()
  expect(results).toHaveLength(3)
})

it('stops a backup that is running', async () => {
  let isStopped = false
  let isRunning = false
  const run = async (signal: AbortSignal) => {
    isRunning = true
    await new Promise(resolve => signal.addEventListener('abort', resolve))
    isStopped = true
    return false
  }
  const stop = scheduleBackups(scheduled(), { run, firstLookMs: 1 })
  await expect.poll(() => isRunning).toBe(true)
  await stop()
  expect(isStopped).toBe(true)
})
