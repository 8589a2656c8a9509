// @vitest-environment node
import { crc32, inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { zipFiles } from './zip-files.ts'

/** General purpose flag of a file whose sizes follow its content. */
const STREAMED = 1 << 3

const at = new Date(2026, 10, 22, 13, 37, 42)

/** Reads an archive by its central directory. */
async function unzip(archive: Blob) {
  const bytes = Buffer.from(await archive.arrayBuffer())
  const end = bytes.length - 22
  expect(bytes.readUInt32LE(end)).toBe(0x06054b50)
  let place = bytes.readUInt32LE(end + 16)
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    expect(bytes.readUInt32LE(place)).toBe(0x02014b50)
    const [method, time, date] = [10, 12, 14].map(offset => bytes.readUInt16LE(place + offset))
    const [crc, packed, size] = [16, 20, 24].map(offset => bytes.readUInt32LE(place + offset)) as number[]
    const length = bytes.readUInt16LE(place + 28)
    const name = bytes.toString('utf8', place + 46, place + 46 + length)
    const local = bytes.readUInt32LE(place + 42)
    // The local header must match the central one, but for sizes and checksum, which follow the content.
    expect(bytes.subarray(local + 4, local + 14)).toEqual(bytes.subarray(place + 6, place + 16))
    expect(bytes.readUInt16LE(local + 6) & STREAMED).toBe(STREAMED)
    const start = local + 30 + length
    const body = bytes.subarray(start, start + (packed as number))
    const content = method === 8 ? inflateRawSync(body) : body
    expect(crc32(content)).toBe(crc)
    expect(content.length).toBe(size)
    place += 46 + length
    return { name, content, time, date }
  })
}

it('round-trips texts and bytes under names in any script', async () => {
  const picture = Uint8Array.from({ length: 5_000 }, (_, place) => (place * 37) % 251)
  const text = 'Ünïcödé, 漢字\n'.repeat(1_000)
  const archive = await zipFiles(
    [
      { name: 'README.txt', content: text },
      { name: 'playlists/日曜日.m3u8', content: '' },
      { name: 'pictures/me.jpg', content: picture },
    ],
    at,
  )
  expect(archive.type).toBe('application/zip')
  expect(archive.size).toBeLessThan(7_000)
  const [readme, list, jpeg] = await unzip(archive)
  expect(readme?.name).toBe('README.txt')
  expect(readme?.content.toString()).toBe(text)
  expect(list?.name).toBe('playlists/日曜日.m3u8')
  expect(list?.content.length).toBe(0)
  expect(new Uint8Array(jpeg?.content ?? [])).toEqual(picture)
  expect(readme?.time).toBe((13 << 11) | (37 << 5) | 21)
  expect(readme?.date).toBe((46 << 9) | (11 << 5) | 22)
})

it('creates a valid archive without files', async () => {
  expect(await unzip(await zipFiles([], at))).toEqual([])
})
