import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '@refrain/contract/account/sign-in'
import { countTracks, writeMusic } from '../data/music.ts'
import { SHARED_MUSIC } from '../data/shared-music.ts'
import { type Service, startService } from './service.ts'

let running: Promise<Service> | undefined

/**
 * The service of all journeys of this process that only need some music: it has `SHARED_MUSIC`, and an administrator who is nobody's
 * member. Journeys sign up members of their own (`newAddress`), and leave no followers behind; those that change the catalogue or the
 * settings, or look at what all listeners have played, start a service of their own. It ends with the process.
 */
export function sharedService(): Promise<Service> {
  if (running) return running
  running = start()
  // The next journey tries again.
  running.catch(() => {
    running = undefined
  })
  return running
}

async function start(): Promise<Service> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-journey-'))
  const music = await writeMusic(SHARED_MUSIC)
  const service = await startService({ music: [music], dataDir })
  // Vitest stops its processes by the signal, and leaves them half a second.
  for (const end of ['exit', 'SIGTERM'])
    process.once(end, () => {
      service.kill()
      for (const folder of [dataDir, music]) rmSync(folder, { recursive: true, force: true })
    })
  await service.waitForOutput(new RegExp(`\\b${countTracks(SHARED_MUSIC)} added`))
  const body = JSON.stringify({ name: 'Root', email: 'root@example.org', password: 'correct horse battery' })
  const headers = { 'content-type': 'application/json' }
  await fetch(service.address + createUser.path, { method: createUser.method, headers, body })
  return service
}
