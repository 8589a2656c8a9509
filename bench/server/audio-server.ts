/** `audio-server.ts DATA_DIR`: the real service; its limits count, but are too high to be met. */
import type { AddressInfo } from 'node:net'
import { buildApp } from '@refrain/server/app'
import { openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'
import { reportToBench } from '../load/start-server.ts'

const settings = { ...readSettings({}), dataDir: process.argv[2] as string, rateLimitScale: 1e6 }
const app = await buildApp({ open: openDatabase(settings), settings })
await app.listen({ port: 0, host: '127.0.0.1' })
reportToBench((app.server.address() as AddressInfo).port)
