import { fetchAudit } from '@refrain/contract/administration/audit'
import { BACKUP_RUNS, fetchJobs, pauseJob, startBackup } from '@refrain/contract/administration/jobs'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { write } from '../../database/retry.ts'
import { tryLease } from '../../importing/lease.ts'
import { recordJob, runUnlessPaused } from '../../jobs/run-job.ts'
import { BACKUP_LEASE } from '../../media/storage/running-backup-store.ts'
import { enqueue } from '../../notifications/outbox/delivery-store.ts'
import { OperatorError } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const IDLE = { state: 'idle', canStart: false, waiting: null, endedAt: null, hasFailed: false, problem: '' }

onBothDatabases('background work as administrators see it', openDatabase => {
  async function start(backupEvery = 3_600_000) {
    const open = await openDatabase()
    let backups = 0
    const app = await startApp(open, {
      settings: { backupEvery, backupTarget: '/backups' },
      startBackup: () => backups++,
    })
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const jobs = async () => {
      const list = (await answerOf(app, fetchJobs, {}, key)).jobs
      return Object.fromEntries(list.map(job => [job.name, job]))
    }
    return { db: open.db, app, key, jobs, backups: () => backups }
  }

  it('is listed with its state and last result (fetchJobs)', async () => {
    const { db, jobs } = await start()
    expect(await jobs()).toEqual({
      analysis: { name: 'analysis', ...IDLE },
      notifications: { name: 'notifications', ...IDLE, waiting: 0 },
      backups: { name: 'backups', ...IDLE, canStart: true },
    })
    await recordJob(db, 'analysis', async () => {})
    const failing = recordJob(db, 'backups', async () => {
      throw new OperatorError('The target is full.')
    })
    await expect(failing).rejects.toThrow('full')
    const delivery = { channel: 'push', kind: 'message', recipient: 'phone', body: {} } as const
    await write(db, tx => enqueue(tx, { ...delivery, needsPermission: false, dedupeKey: 'one' }))
    expect(await jobs()).toMatchObject({
      analysis: { state: 'idle', endedAt: expect.any(String), hasFailed: false },
      notifications: { state: 'running', waiting: 1 },
      backups: { endedAt: expect.any(String), hasFailed: true, problem: 'The target is full.' },
    })
    await recordJob(db, 'backups', async () => {})
    expect(await jobs()).toMatchObject({ backups: { hasFailed: false, problem: '' } })
  })

  it('says when backups are not scheduled', async () => {
    const { jobs } = await start(0)
    expect((await jobs()).backups?.state).toBe('off')
  })

  it('stops when it is paused, and goes on afterwards (pauseJob)', async () => {
    const { db, app, key, jobs } = await start()
    const begun = Promise.withResolvers<void>()
    const work = (signal: AbortSignal) => {
      begun.resolve()
      return new Promise<string>(resolve => signal.addEventListener('abort', () => resolve('stopped')))
    }
    const options = { signal: new AbortController().signal, lookEveryMs: 5 }
    const running = runUnlessPaused(db, 'analysis', options, work)
    await begun.promise
    const paused = await answerOf(app, pauseJob, { name: 'analysis', isPaused: true }, key)
    expect(paused.jobs[0]).toMatchObject({ name: 'analysis', state: 'paused' })
    expect(await running).toBeUndefined()
    expect(await runUnlessPaused(db, 'analysis', options, async () => 'ran')).toBeUndefined()
    await answerOf(app, pauseJob, { name: 'analysis', isPaused: false }, key)
    expect(await runUnlessPaused(db, 'analysis', options, async () => 'ran')).toBe('ran')
    expect((await jobs()).analysis?.state).toBe('idle')
    const { entries } = await answerOf(app, fetchAudit, {}, key)
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['resumedJob', 'analysis'],
      ['pausedJob', 'analysis'],
    ])
  })

  it('starts a backup unless one runs (startBackup)', async () => {
    const { db, app, key, jobs, backups } = await start()
    await answerOf(app, startBackup, {}, key)
    expect(backups()).toBe(1)
    const lease = await tryLease(db, BACKUP_LEASE, '')
    if (typeof lease === 'string') throw new Error('The lease is taken.')
    expect((await jobs()).backups?.state).toBe('running')
    const refused = await call(app, startBackup, {}, key)
    expect([refused.statusCode, refused.json().error, backups()]).toEqual([409, BACKUP_RUNS, 1])
    await lease.release()
  })
})
