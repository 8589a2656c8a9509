import { expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { SampleRenderer } from './sample-renderer.ts'

it.each([true, false])('fails when its process cannot be started, nice: %s', async nice => {
  const renderer = new SampleRenderer(temporaryFolder(), { nice, execPath: '/no/such/node' })
  await expect(renderer.render('a.flac')).rejects.toThrow('ENOENT')
  await expect(renderer.render('a.flac')).rejects.toThrow('ENOENT')
  renderer.stop()
})
