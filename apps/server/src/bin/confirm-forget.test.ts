import { PassThrough } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { confirmForgetting, describeForgetting } from './confirm-forget.ts'

const PREVIEW = {
  ...{ tracks: 1234, likes: 2, places: 1, listeners: 1 },
  albums: [{ artist: 'Ada', title: 'First', tracks: 1234 }],
}

it('prints what would be forgotten, and what listeners would lose', () => {
  expect(describeForgetting(PREVIEW)).toEqual([
    'To forget: 1,234 tracks of 1 album.',
    '  Ada: First (1,234 tracks)',
    '1 listener would lose 2 likes and 1 place in playlists. ' +
      'They get them back when the same files are found again within 90 days.',
    expect.stringMatching(/^Ratings and bookmarks of these tracks are deleted for good/),
  ])
})

it('throws the signal’s reason when stopped during the question', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const [log, input, output] = [
    vi.spyOn(console, 'log').mockImplementation(() => {}),
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as unknown as typeof process.stdin),
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(new PassThrough() as unknown as typeof process.stdout),
  ]
  onTestFinished(() => {
    for (const spy of [log, input, output]) spy.mockRestore()
  })
  const stop = new AbortController()
  const answer = confirmForgetting(PREVIEW, { isAgreed: false, signal: stop.signal })
  const why = new Error('Stopped.')
  stop.abort(why)
  await expect(answer).rejects.toBe(why)
})
