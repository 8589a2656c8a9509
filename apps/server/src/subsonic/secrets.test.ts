import { expect, it, onTestFinished, vi } from 'vitest'
import { createServiceKey } from '../account/service-keys/service-keys.ts'
import { configureLog } from '../log/log.ts'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { toQuery } from './testing/connect-app.ts'
import { startSubsonic } from './testing/start-subsonic.ts'

onBothDatabases('secrets that apps send', open => {
  it('are in no line of the log and in no metric, also if something fails (SUB-29)', async () => {
    const lines: string[] = []
    const keepLine = (...said: unknown[]) => void lines.push(said.map(String).join(' '))
    for (const name of ['debug', 'log', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation(keepLine)
    configureLog({ level: 'debug', format: 'text' })
    onTestFinished(() => {
      configureLog({ level: 'info', format: 'text' })
      vi.restoreAllMocks()
    })
    const { open: opened, app, send, credentials, secret } = await startSubsonic(open)
    const key = await createServiceKey(opened.db, 'Prometheus', 'metrics')
    const measure = async () => (await app.inject({ url: '/metrics', headers: { 'service-key': key } })).body
    await measure()
    const asked = { p: 'enc:736563726574', apiKey: 'A'.repeat(43) }
    await app.inject(`/rest/ping?${toQuery({ ...credentials, ...asked })}`)
    await app.inject(`/rest/${secret}?${toQuery(credentials)}`)
    await app.inject(`/rest/ping/${secret}?${toQuery(credentials)}`)
    await app.inject(`/rest/ping?${toQuery({ ...credentials, x: 'x'.repeat(20_000) })}`)
    const read = vi.spyOn(opened.db, 'selectFrom').mockImplementation(() => {
      throw new Error('broken')
    })
    const failed = await send('getGenres')
    const status = await send('getScanStatus')
    read.mockRestore()
    expect([failed.statusCode, status.statusCode]).toContain(500)
    expect(lines.join('\n')).toContain('broken')
    const metrics = await measure()
    expect(metrics).toContain('/rest/:call')
    const secrets = [secret, credentials.t, credentials.u, encodeURIComponent(String(credentials.u))]
    for (const text of [...secrets, ...Object.values(asked)]) {
      expect(lines.join('\n')).not.toContain(text)
      expect(metrics).not.toContain(text)
    }
  })
})
