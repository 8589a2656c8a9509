import { tmpdir } from 'node:os'
import { expect, it, vi } from 'vitest'
import type { Database } from '../../database/tables.ts'
import type { Settings } from '../../settings.ts'
import { watchMusic } from './watch-music.ts'

const fakes = vi.hoisted(() => ({ readImportRuns: vi.fn(), importInBackground: vi.fn() }))
vi.mock('../../importing/runs/import-run-store.ts', () => ({ readImportRuns: fakes.readImportRuns }))
vi.mock('../music.ts', () => ({ importInBackground: fakes.importInBackground }))

it('starts no import when it is stopped just before', async () => {
  const reading = Promise.withResolvers<[]>()
  fakes.readImportRuns.mockReturnValue(reading.promise)
  fakes.importInBackground.mockImplementation(
    (_folders: readonly string[], onEnd: (status: number) => void) => {
      onEnd(0)
      return () => {}
    },
  )
  const schedule = { everyMs: 0, quietHours: undefined, wakesDisks: true }
  const stop = watchMusic({
    db: {} as Database,
    settings: { dataDir: tmpdir(), music: [], scan: schedule } as unknown as Settings,
    ...{ folders: ['s3://bucket/music'], onImport() {}, onEnd() {} },
  })
  await vi.waitFor(() => expect(fakes.readImportRuns).toHaveBeenCalled())
  const stopped = stop()
  reading.resolve([])
  await stopped
  expect(fakes.importInBackground).not.toHaveBeenCalled()
})
