import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSampleFiles, sampleCatalogue } from '@refrain/demo'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SampleRenderer } from './sample-renderer.ts'

it.each([true, false])('fails when its process does not start, ahead: %s', async ahead => {
  const renderer = new SampleRenderer(temporaryFolder(), { ahead, program: '/no-such-program.ts' })
  onTestFinished(() => renderer.stop())
  await expect(renderer.render('a.flac')).rejects.toThrow('does not start')
  await expect(renderer.render('a.flac')).rejects.toThrow('does not start')
})

const GATED = fileURLToPath(new URL('../testing/gated-renderer.ts', import.meta.url))

it('renders the latest request first', async () => {
  const folder = temporaryFolder()
  const renderer = new SampleRenderer(folder, { ahead: true, program: GATED })
  onTestFinished(() => renderer.stop())
  const order = () => (existsSync(join(folder, 'order')) ? readFileSync(join(folder, 'order'), 'utf8') : '')
  const first = renderer.render('playing')
  await expect.poll(order, { timeout: 10_000 }).toBe('playing\n')
  const others = [renderer.render('prefetched'), renderer.render('pressed')]
  writeFileSync(join(folder, 'gate'), '')
  await Promise.all([first, ...others])
  expect(order()).toBe('playing\npressed\nprefetched\n')
})

/** Processes of the renderer that this process has started. */
function renderers(): number[] {
  const ids = readdirSync('/proc').filter(name => /^\d+$/.test(name))
  return ids.map(Number).filter(id => {
    try {
      const [, parent] = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
      return Number(parent) === process.pid && command.includes('render-process')
    } catch {
      return false
    }
  })
}

it.runIf(process.platform === 'linux')('renders ahead in one process of the lowest priority', async () => {
  const folder = temporaryFolder()
  const [album] = sampleCatalogue()
  await openSampleFiles(folder).writeAlbum(album!)
  const renderer = new SampleRenderer(folder, { ahead: true })
  onTestFinished(() => renderer.stop())
  const interruption = new AbortController()
  const all = Promise.allSettled(album!.tracks.map(track => renderer.render(track.file, interruption.signal)))
  await expect
    .poll(() => renderers().map(id => getPriority(id)), { timeout: 20_000 })
    .toEqual([constants.priority.PRIORITY_LOW])
  interruption.abort()
  await all
  expect(renderers()).toEqual([])
})
