import { rm } from 'node:fs/promises'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { afterEach, describe, expect, it } from 'vitest'
import { useFolders } from '../testing/test-import.ts'
import { writeTrack } from '../testing/write-music.ts'
import { FileReader } from './file-reader.ts'

const program = new URL('../testing/odd-worker.ts', import.meta.url)
const folders = useFolders()
let reader: FileReader

afterEach(() => reader.close())

describe('FileReader', () => {
  it.each([
    ['hangs', 'reading it took too long'],
    ['dies', 'reading it ended the reader'],
    ['throws', 'reading it failed (out of order)'],
    ['eats', 'reading it took too much memory'],
  ])('goes on after a file that %s', { timeout: 120_000 }, async (name, reason) => {
    reader = new FileReader({ program, timeLimit: name === 'hangs' ? 300 : 20_000 })
    const paths = ['a', name, 'b', 'c', name]
    const { results } = await reader.read(paths.map(path => ({ path, lrc: '', placeholder: undefined })))
    expect(results.map(result => [result.path, 'problem' in result && result.problem])).toEqual([
      ['a', 'read a'],
      [name, reason],
      ['b', 'read b'],
      ['c', 'read c'],
      [name, reason],
    ])
  })

  it('returns results in order, for any number of files', async () => {
    reader = new FileReader({ program })
    const paths = Array.from({ length: 100 }, (_, n) => `file ${n}`)
    const { results } = await reader.read(paths.map(path => ({ path, lrc: '', placeholder: undefined })))
    expect(results.map(result => result.path)).toEqual(paths)
  })

  it('returns each cover of an album once, whatever the formats of its tracks, and reads again what it does not hold', async () => {
    const heldBytes = 60_000
    reader = new FileReader({ heldBytes })
    const [one, other] = ['one', 'other'].map(text => Buffer.alloc(50_000, text)) as [Buffer, Buffer]
    const covers = {
      '1.mp3': one,
      '2.mp3': one,
      '3.flac': one,
      '4.flac': other,
      '5.m4a': one,
      '6.ogg': other,
    }
    const paths: string[] = []
    for (const [name, cover] of Object.entries(covers))
      paths.push(await writeTrack(folders.music, name, { tags: { ALBUM: name }, cover }))
    paths.push(await writeTrack(folders.music, '7.mp3', { tags: { ALBUM: '7.mp3' } }))
    const { results, pictures } = await reader.read(
      paths.map(path => ({ path, lrc: '', placeholder: undefined })),
    )
    const found = results.map(result => 'tags' in result && [result.tags.album, result.picture])
    const hashes = Object.entries(covers).map(([name, cover]) => [name, shortId(cover)])
    expect(found).toEqual([...hashes, ['7.mp3', '']])
    expect(pictures.size).toBe(2)
    const readBoth = () => Promise.all([one, other].map(cover => pictures.read(shortId(cover))))
    const both = [one, other].map(cover => Uint8Array.from(cover))
    expect(await readBoth()).toEqual(both)
    // One of them fits, and then what it took is free again.
    await Promise.all(paths.slice(0, 6).map(path => rm(path)))
    const outcomes = await Promise.allSettled([one, other].map(cover => pictures.read(shortId(cover))))
    expect(outcomes.map(outcome => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    pictures.release()
    await expect(pictures.read(shortId(one))).rejects.toThrow('could not be read again')
    const path = await writeTrack(folders.music, '8.mp3', { tags: { ALBUM: '8' }, cover: one })
    const { pictures: next } = await reader.read([{ path, lrc: '', placeholder: undefined }])
    await rm(path)
    expect(await next.read(shortId(one))).toEqual(both[0])
  })
})
