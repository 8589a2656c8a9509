import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SampleRenderer } from './sample-renderer.ts'

it.each([true, false])('fails when its process does not start, nice: %s', async nice => {
  const renderer = new SampleRenderer(temporaryFolder(), { nice, program: '/no-such-program.ts' })
  onTestFinished(() => renderer.stop())
  await expect(renderer.render('a.flac')).rejects.toThrow('does not start')
  await expect(renderer.render('a.flac')).rejects.toThrow('does not start')
})

const GATED = fileURLToPath(new URL('../testing/gated-renderer.ts', import.meta.url))

it('renders the latest request first', async () => {
  const folder = temporaryFolder()
  const renderer = new SampleRenderer(folder, { nice: true, program: GATED })
  onTestFinished(() => renderer.stop())
  const order = () => (existsSync(join(folder, 'order')) ? readFileSync(join(folder, 'order'), 'utf8') : '')
  const first = renderer.render('playing')
  await expect.poll(order, { timeout: 10_000 }).toBe('playing\n')
  const others = [renderer.render('prefetched'), renderer.render('pressed')]
  writeFileSync(join(folder, 'gate'), '')
  await Promise.all([first, ...others])
  expect(order()).toBe('playing\npressed\nprefetched\n')
})
