import { renameSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { FolderEvent } from './folder-events.ts'
import { FolderTable } from './folder-table.ts'
import { watchTree } from './watch-tree.ts'

const SOON = { timeout: 20_000, interval: 10 }

async function watchFolder(excluded: readonly string[] = []) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'refrain-watch-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'Ada/First'), { recursive: true })
  await mkdir(join(folder, '.hidden/deep'), { recursive: true })
  await mkdir(join(folder, 'data/deep'), { recursive: true })
  await symlink(join(folder, 'Ada'), join(folder, 'link'))
  const heard: FolderEvent[] = []
  const lost = vi.fn()
  const watcher = await watchTree(
    {
      folders: [folder],
      excluded: excluded.map(name => join(folder, name)),
      signal: new AbortController().signal,
    },
    { onEvents: events => heard.push(...events), onLost: lost },
  )
  onTestFinished(() => watcher.close())
  /** What was heard since the last call, without repeats. */
  const next = async (expected: readonly string[]) => {
    const all = () => [...new Set(heard.map(({ kind, path }) => `${kind} ${path.slice(folder.length + 1)}`))]
    await vi.waitFor(() => expect(all()).toEqual(expect.arrayContaining([...expected])), SOON)
    heard.length = 0
  }
  return { folder, watcher, next, lost, at: (...names: string[]) => join(folder, ...names) }
}

it('hears of files and folders, also in those that were just made or moved', async () => {
  const { watcher, next, at } = await watchFolder(['data'])
  expect([watcher.count, watcher.isLimited]).toEqual([3, false])
  await writeFile(at('Ada/First/01.mp3'), 'a')
  await next(['new Ada/First/01.mp3', 'written Ada/First/01.mp3'])
  await mkdir(at('Bo/Second'), { recursive: true })
  await vi.waitFor(() => expect(watcher.count).toBe(5), SOON)
  await writeFile(at('Bo/Second/01.mp3'), 'a')
  await next(['new Bo', 'written Bo/Second/01.mp3'])
  await rename(at('Bo'), at('Cy'))
  await next(['removed Bo', 'new Cy'])
  await vi.waitFor(() => expect(watcher.count).toBe(5), SOON)
  await writeFile(at('Cy/Second/02.mp3'), 'a')
  await next(['written Cy/Second/02.mp3'])
  await rm(at('Cy'), { recursive: true })
  await next(['removed Cy/Second/01.mp3', 'removed Cy'])
  await vi.waitFor(() => expect(watcher.count).toBe(3), SOON)
})

it('makes no path of each watched folder for each one that is renamed', async () => {
  const { watcher, at } = await watchFolder(['data'])
  const names = Array.from({ length: 30 }, (_, n) => `${n}`)
  for (const name of names) for (const inner of names) await mkdir(at(name, inner), { recursive: true })
  await vi.waitFor(() => expect(watcher.count).toBe(3 + 930), SOON)
  const paths = vi.spyOn(FolderTable.prototype, 'pathOf')
  onTestFinished(() => paths.mockRestore())
  for (const name of names) renameSync(at(name), at(`${name} renamed`))
  const isWatched = (path: string | undefined) => path?.endsWith('29 renamed/29')
  await vi.waitFor(() => expect(paths.mock.results.some(({ value }) => isWatched(value))).toBe(true), SOON)
  await vi.waitFor(() => expect(watcher.count).toBe(3 + 930), SOON)
  expect(paths.mock.calls.length).toBeLessThan(10_000)
})

it('passes over what is hidden or excluded', async () => {
  const { next, at } = await watchFolder(['data'])
  await writeFile(at('.hidden/deep/01.mp3'), 'a')
  await writeFile(at('data/deep/01.mp3'), 'a')
  await writeFile(at('Ada/.01.mp3'), 'a')
  const heard: string[] = []
  await writeFile(at('Ada/02.mp3'), 'a')
  await next(['new Ada/02.mp3', ...heard])
})

it('says that it has lost a watched folder that is removed', async () => {
  const { folder, lost } = await watchFolder()
  await rm(folder, { recursive: true })
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), SOON)
})
