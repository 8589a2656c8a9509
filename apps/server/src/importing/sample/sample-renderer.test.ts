import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SampleRenderer } from './sample-renderer.ts'

it.each([true, false])('fails when its process does not start, nice: %s', async nice => {
  const renderer = new SampleRenderer(temporaryFolder(), { nice, program: '/no-such-program.ts' })
  onTestFinished(() => renderer.stop())
  await expect(renderer.render('a.flac')).rejects.toThrow('does not start')
  await expect(renderer.render('a.flac')).rejects.toThrow('does not start')
})
