import { readFileSync } from 'node:fs'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { expect, it } from 'vitest'
import { fixturePath } from '../testing/fixtures.ts'
import { readOggPackets } from './read-ogg-packets.ts'

async function readIn(pieceLength: number, bytes: Buffer): Promise<Uint8Array[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength)
  }
  return toArray(readOggPackets(pieces()))
}

async function toArray<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

it('reads packets, however their bytes arrive', async () => {
  const path = fixturePath('tone.opus')
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const sink = new EncodedPacketSink((await input.getPrimaryAudioTrack())!)
  const expected = (await toArray(sink.packets())).map(({ data }) => Buffer.from(data))
  input.dispose()
  const bytes = readFileSync(path)
  for (const pieceLength of [7, 1_000, bytes.length]) {
    const [head, , ...audio] = await readIn(pieceLength, bytes)
    expect(Buffer.from(head!).toString('latin1', 0, 8)).toBe('OpusHead')
    expect(audio.map(packet => Buffer.from(packet))).toEqual(expected)
  }
})

it('joins the segments of a long packet, also across pages', async () => {
  const page = (segments: readonly number[]) => {
    const head = Buffer.alloc(27)
    head.write('OggS')
    head[26] = segments.length
    return [head, Buffer.from(segments), ...segments.map(length => Buffer.alloc(length, 1))]
  }
  const packets = await readIn(100, Buffer.concat([...page([255, 255]), ...page([3, 255, 0])]))
  expect(packets.map(({ length }) => length)).toEqual([513, 255])
})

it('rejects what is not Ogg', async () => {
  await expect(readIn(50, Buffer.alloc(100))).rejects.toThrow('not Ogg')
})
