/** `scale-server.ts DATA_DIR [DATABASE_URL]`: the real service, which also reports its memory and the stalls of its event loop. */
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApp } from '@refrain/server/app'
import { openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
/** Limits are counted, but too high to be reached. */
const settings = { ...readSettings({}), dataDir, databaseUrl, rateLimitScale: 1e6 }
const app = await buildApp({ open: openDatabase(settings), settings })
await app.listen({ port: 0, host: '127.0.0.1' })
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('message', () => {
  process.send?.({ memoryMb: process.memoryUsage.rss() / 2 ** 20, stallMs: delay.max / 1e6 })
  delay.reset()
})
process.on('disconnect', () => process.exit())
process.send?.((app.server.address() as AddressInfo).port)
