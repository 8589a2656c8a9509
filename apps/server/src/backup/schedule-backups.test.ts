import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { updateJob } from '../jobs/job-store.ts'
import { readSettings, type Settings } from '../settings.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { timeUntilDue } from './is-due.ts'
import { folderTarget } from './repository/folder-target.ts'
import { openOrCreateRepository } from './repository/repository.ts'
import { newSnapshotId } from './repository/snapshot-id.ts'
import { scheduleBackups } from './schedule-backups.ts'
import { isTargetLost, readServiceId, rememberTarget } from './used-targets.ts'

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

onBothDatabases('scheduled backups', openDatabase => {
  it('run once when due, again after a failure, and stop', async () => {
    const { db } = await openDatabase()
    const settings = scheduled()
    const target = folderTarget(settings.backupTarget)
    const results: boolean[] = []
    const run = async () => {
      const isDone = results.length === 2
      if (isDone) await target.write(`snapshots/${newSnapshotId(Date.now())}`, Buffer.from(''))
      results.push(isDone)
      return isDone
    }
    const stop = scheduleBackups(db, settings, { run, firstLookMs: 1, retryMs: 1 })
    await expect.poll(() => results).toEqual([false, false, true])
    await stop()
    expect(results).toHaveLength(3)
  })

  it('wait while they are paused', async () => {
    const { db, queries } = await openDatabase()
    await write(db, tx => updateJob(tx, 'backups', { paused: 1 }))
    const settings = scheduled()
    const target = folderTarget(settings.backupTarget)
    let wasPaused = true
    const runs: boolean[] = []
    const run = async () => {
      runs.push(wasPaused)
      await target.write(`snapshots/${newSnapshotId(Date.now())}`, Buffer.from(''))
      return true
    }
    const before = queries.count
    const stop = scheduleBackups(db, settings, { run, firstLookMs: 1, retryMs: 1 })
    // It looks again and again, and does nothing.
    await expect.poll(() => queries.count).toBeGreaterThan(before + 20)
    await write(db, async tx => {
      wasPaused = false
      await updateJob(tx, 'backups', { paused: 0 })
    })
    await expect.poll(() => runs).toEqual([false])
    await stop()
  })

  it('end when the service stops', async () => {
    const { db } = await openDatabase()
    let isStopped = false
    let isRunning = false
    const run = async (signal: AbortSignal) => {
      isRunning = true
      await new Promise(resolve => signal.addEventListener('abort', resolve))
      isStopped = true
      return false
    }
    const stop = scheduleBackups(db, scheduled(), { run, firstLookMs: 1 })
    await expect.poll(() => isRunning).toBe(true)
    await stop()
    expect(isStopped).toBe(true)
  })

  it('do not start again where the earlier ones are gone, until somebody does so by hand', async () => {
    const { db } = await openDatabase()
    const settings = scheduled()
    const { backupTarget } = settings
    const target = folderTarget(backupTarget)
    await openOrCreateRepository(target, '', await readServiceId(db))
    await rememberTarget(db, target)
    expect(await isTargetLost(db, target)).toBe(false)
    // As where the disk is not mounted.
    rmSync(backupTarget, { recursive: true })
    mkdirSync(backupTarget)
    expect(await isTargetLost(db, target)).toBe(true)
    await expectRefusal(db, settings, `The backups in ${backupTarget} are gone: mount its disk, or run`)
    expect(readdirSync(backupTarget)).toEqual([])
    await openOrCreateRepository(target, '', await readServiceId(db))
    const run = vi.fn(async () => true)
    const stop = scheduleBackups(db, settings, { run, firstLookMs: 1 })
    await expect.poll(() => run.mock.calls.length).toBe(1)
    await stop()
  })

  it('do not take the snapshots of another service for their own', async () => {
    const { db } = await openDatabase()
    const settings = scheduled()
    const target = folderTarget(settings.backupTarget)
    await openOrCreateRepository(target, '', 'another service')
    await target.write(`snapshots/${newSnapshotId(Date.now())}`, Buffer.from(''))
    await expectRefusal(db, settings, `The backups in ${target.label} belong to another service:`)
  })
})

/** Expects that the schedule logs a line that contains `text`, twice, and makes no backup. */
async function expectRefusal(db: Database, settings: Settings, text: string): Promise<void> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const run = vi.fn(async () => true)
  const stop = scheduleBackups(db, settings, { run, firstLookMs: 1, retryMs: 1 })
  await expect.poll(() => log.mock.calls.length).toBeGreaterThan(1)
  await stop()
  expect(String(log.mock.calls[0])).toContain(`No backup is made, retrying: ${text}`)
  log.mockRestore()
  expect(run).not.toHaveBeenCalled()
}
