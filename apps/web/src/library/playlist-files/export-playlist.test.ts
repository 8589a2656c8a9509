import { expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { downloadFile } from '../../ui/browser/download-file.ts'
import { exportMenuEntry, fileName } from './export-playlist.ts'

vi.mock('../../ui/browser/download-file.ts')

it('exports a playlist in each format, with its title as file name', async () => {
  const { entries } = exportMenuEntry('Rain / Snow', makeTracks(makeAlbum('al1', 2)))
  for (const { onSelect } of entries) await onSelect()
  expect(vi.mocked(downloadFile).mock.calls.map(([{ type }, name]) => [type, name])).toEqual([
    ['audio/x-mpegurl', 'Rain Snow.m3u8'],
    ['application/xspf+xml', 'Rain Snow.xspf'],
    ['application/json', 'Rain Snow.jspf'],
  ])
})

it('makes file names valid on every system', () => {
  expect(fileName('a\\b:c*d?e"f<g>h|i\n')).toBe('a b c d e f g h i')
  expect(fileName('..')).toBe('Playlist')
  expect(fileName('夜')).toBe('夜')
  expect(fileName('Con')).toBe('Con_')
  expect(fileName('gpj.\u202e song')).toBe('gpj. song')
})
