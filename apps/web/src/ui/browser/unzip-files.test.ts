// @vitest-environment node
import { expect, it, onTestFinished } from 'vitest'
import { ZipArchive, ZipError } from './unzip-files.ts'
import { zipFiles } from './zip-files.ts'

const MOST = 1_000_000
const picture = Uint8Array.from({ length: 5_000 }, (_, place) => (place * 37) % 251)
const text = 'Ünïcödé, 漢字\n'.repeat(1_000)

async function archive(): Promise<Uint8Array<ArrayBuffer>> {
  const files = [
    { name: 'own-data.json', content: text },
    { name: 'pictures/me.jpg', content: picture },
  ]
  return new Uint8Array(await (await zipFiles(files, new Date())).arrayBuffer())
}

const open = (bytes: Uint8Array<ArrayBuffer>) => ZipArchive.open(new Blob([bytes]))

it('reads what zipFiles writes, texts and bytes', async () => {
  const zip = await open(await archive())
  expect([...zip.names]).toEqual(['own-data.json', 'pictures/me.jpg'])
  expect(new TextDecoder().decode(await zip.read('own-data.json', MOST))).toBe(text)
  expect(await zip.read('pictures/me.jpg', MOST)).toEqual(picture)
  expect(await zip.read('../../etc/passwd', MOST)).toBeUndefined()
})

it('reads compressed files in browsers that cannot iterate over streams, such as Safari', async () => {
  const bytes = await archive()
  const { prototype } = ReadableStream
  const names = ['values', Symbol.asyncIterator] as const
  const removed = names.map(name => [name, Object.getOwnPropertyDescriptor(prototype, name)!] as const)
  onTestFinished(() =>
    removed.forEach(([name, property]) => void Object.defineProperty(prototype, name, property)),
  )
  for (const name of names) Reflect.deleteProperty(prototype, name)
  const zip = await open(bytes)
  expect(new TextDecoder().decode(await zip.read('own-data.json', MOST))).toBe(text)
})

it('ignores a comment behind the archive', async () => {
  const bytes = await archive()
  const zip = await open(new Uint8Array([...bytes, ...new Uint8Array(2_000)]))
  expect((await zip.read('pictures/me.jpg', MOST))?.length).toBe(picture.length)
})

it('does not unpack more than asked for, whatever the archive claims', async () => {
  const bytes = await archive()
  await expect((await open(bytes)).read('own-data.json', 100)).rejects.toThrow(ZipError)
  const view = new DataView(bytes.buffer)
  const central = view.getUint32(bytes.length - 22 + 16, true)
  // A directory that understates the size, as a decompression bomb does.
  view.setUint32(central + 24, 100, true)
  await expect((await open(bytes)).read('own-data.json', MOST)).rejects.toThrow(ZipError)
})

it('rejects damaged archives', async () => {
  const whole = await archive()
  const damaged: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>)[] = [
    () => new Uint8Array(),
    () => new TextEncoder().encode('no archive'),
    bytes => bytes.slice(0, bytes.length / 2),
    bytes => bytes.slice(10),
    // More files than the directory has.
    bytes => bytes.with(bytes.length - 22 + 10, 200) as Uint8Array<ArrayBuffer>,
    // The directory starts elsewhere.
    bytes => bytes.with(bytes.length - 22 + 17, 255) as Uint8Array<ArrayBuffer>,
    // The content differs from its checksum.
    bytes => bytes.with(60, bytes[60]! ^ 0xff) as Uint8Array<ArrayBuffer>,
  ]
  for (const damage of damaged) {
    const read = async () => (await open(damage(whole))).read('own-data.json', MOST)
    await expect(read()).rejects.toThrow(ZipError)
  }
})
