import { afterEach, expect, it, vi } from 'vitest'
import { copyLinkEntry, shareEntries } from './share-entries.ts'

afterEach(() => vi.unstubAllGlobals())

it('copies an absolute address', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyLinkEntry('Copy link', '/albums/al1').onSelect()
  expect(writeText).toHaveBeenCalledWith(`${location.origin}/albums/al1`)
})

it("offers the system's share sheet if there is one, and tolerates that it is closed", async () => {
  expect(shareEntries('Album al1', '/albums/al1')).toEqual([])
  const share = vi.fn(() => Promise.reject(new DOMException('left', 'AbortError')))
  vi.stubGlobal('navigator', { share })
  const [entry] = shareEntries('Album al1', '/albums/al1')
  expect(() => entry?.onSelect()).not.toThrow()
  expect(share).toHaveBeenCalledWith({ title: 'Album al1', url: `${location.origin}/albums/al1` })
})
