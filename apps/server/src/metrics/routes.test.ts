import { fetchOverview } from '@refrain/contract/administration/overview'
import { fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { listenToChanges } from '@refrain/contract/live-updates'
import { METRICS_PATH } from '@refrain/contract/service-paths'
import { expect, it } from 'vitest'
import { createServiceKey } from '../account/service-keys/service-keys.ts'
import { write } from '../database/retry.ts'
import { updateJob } from '../jobs/job-store.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { signUp } from '../testing/sign-up.ts'
import { answerOf, call, startApp } from '../testing/start-app.ts'

onBothDatabases('metrics', openDatabase => {
  it('count responses by route and status, queries, and what the cache holds, without naming anybody', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const key = await createServiceKey(open.db, 'prometheus', 'metrics')
    const ask = () => app.inject({ url: METRICS_PATH, headers: { authorization: `Bearer ${key}` } })
    // Measuring begins with the first of them.
    await ask()
    for (let n = 0; n < 3; n++) await answerOf(app, fetchPopularAlbums, {})
    await app.inject('/api/albums/not-there')
    await app.inject('/a-secret-path')
    app.presence.seeStream('somebody')
    await write(open.db, tx => updateJob(tx, 'backups', { failed: 1, ended_at: 1000 }))
    const answer = await ask()
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/),
    ])
    const lines = answer.body.split('\n')
    const sampleOf = (start: string) =>
      Number(
        lines
          .find(line => line.startsWith(start))
          ?.split(' ')
          .at(-1),
      )
    const count = 'refrain_http_response_seconds_count'
    expect(sampleOf(`${count}{method="GET",route="/api/topPopularAlbums",status="200"}`)).toBe(3)
    expect(sampleOf(`${count}{method="GET",route="/api/albums/:id",status="404"}`)).toBe(1)
    expect(sampleOf(`${count}{method="GET",route="none",status="404"}`)).toBe(1)
    expect(sampleOf('refrain_cached_responses_total')).toBe(1)
    expect(sampleOf('refrain_database_queries_total')).toBeGreaterThan(2)
    expect(sampleOf('refrain_http_open_requests{route="/api/topPopularAlbums"}')).toBe(0)
    expect(sampleOf('refrain_notifications_due')).toBe(0)
    expect([sampleOf('refrain_listeners'), sampleOf('refrain_streams')]).toEqual([2, 1])
    expect(sampleOf('refrain_job_failed{name="backups"}')).toBe(1)
    expect(sampleOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(answer.body).not.toMatch(/not-there|a-secret-path/)
  })

  it('no longer count a stream as open once its client has left', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const key = await createServiceKey(open.db, 'prometheus', 'metrics')
    const headers = { authorization: `Bearer ${key}` }
    const openStreams = async () => {
      const { body } = await app.inject({ url: METRICS_PATH, headers })
      return /^refrain_http_open_requests\{route="\/api\/changes"\} (\d+)$/m.exec(body)?.[1]
    }
    await openStreams()
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const left = new AbortController()
    const listener = await signUp(app)
    await fetch(address + listenToChanges.path, { headers: listener, signal: left.signal })
    expect(await openStreams()).toBe('1')
    left.abort()
    await expect.poll(openStreams).toBe('0')
  })

  it('are for programs with a service key only', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const listener = await signUp(app)
    const statusOf = async (headers: Record<string, string>) =>
      (await app.inject({ url: METRICS_PATH, headers })).statusCode
    expect(await statusOf({})).toBe(401)
    expect(await statusOf(listener)).toBe(401)
    expect(await statusOf({ authorization: 'Bearer nonsense' })).toBe(401)
    const key = await createServiceKey(open.db, 'prometheus', 'metrics')
    expect(await statusOf({ 'service-key': key })).toBe(200)
    const sends = await createServiceKey(open.db, 'bell', 'send')
    expect(await statusOf({ 'service-key': sends })).toBe(403)
    expect((await call(app, fetchOverview, {}, { 'service-key': key })).statusCode).toBe(403)
    // As in a network of containers.
    const host = { host: 'refrain:3000', 'service-key': key }
    expect(await statusOf(host)).toBe(200)
  })
})
