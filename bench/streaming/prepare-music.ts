import { randomFillSync } from 'node:crypto'
import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchStreamIndex, type StreamIndex } from '@refrain/contract/media/streams'
import { requestFor } from '@refrain/contract/request'
import { type CataloguePlan, trackId } from '../data/catalogue-plan.ts'
import { TRACK_SAMPLES } from '../data/catalogue-rows.ts'
import { pick } from '../data/mix.ts'
import { Connection } from '../scale/connection.ts'
import type { RawReader } from '../scale/raw-reader.ts'

const SAMPLES_PER_FRAME = 1152
/** Header of a stereo frame of 256 kbit/s at 44.1 kHz with a padding byte. */
const HEADER = [0xff, 0xfb, 0xd2, 0x00]
const FRAME_BYTES = 836
/** Zero: no Huffman data, so that the rest of the frame is ancillary. */
const SIDE_INFO_BYTES = 32

const TRACKS = 300
/** Some are also made as MP4, for browsers that cannot append MP3 frames: each is a file of its own. */
const IN_CONTAINER = 40
const PURPOSE = 80
const PRIMING = 1105

export interface Music {
  /** Played as they are. */
  readonly raw: readonly string[]
  /** Played in MP4. */
  readonly contained: readonly string[]
}

/** Gives audio to some tracks of a generated catalogue. @param folder where the files are made */
export async function addMusic(raw: RawReader, plan: CataloguePlan, folder: string): Promise<Music> {
  mkdirSync(folder)
  const file = join(folder, 'audio.mp3')
  writeFileSync(file, makeMp3(TRACK_SAMPLES + PRIMING))
  const { size, mtimeMs } = statSync(file)
  const ids = [...new Set(Array.from({ length: TRACKS }, (_, n) => trackId(pick(plan.tracks, n, PURPOSE))))]
  for (const id of ids) {
    // One content under many names: it is opened as often as different files.
    const path = join(folder, `${id}.mp3`)
    linkSync(file, path)
    const update = 'update files set path = ?, root = ?, size = ?, mtime_ms = ? where track_id = ?'
    await raw.run(update, path, folder, size, Math.floor(mtimeMs), id)
    await raw.run("update tracks set codec = 'mp3', true_samples = ? where id = ?", TRACK_SAMPLES, id)
  }
  return { raw: ids, contained: ids.slice(0, IN_CONTAINER) }
}

/** Asks for every stream until it is complete, as after some time of service. */
export async function prepareStreams(port: number, { raw, contained }: Music): Promise<void> {
  const connection = new Connection(port)
  for (const id of raw) await ask(id)
  for (const id of contained) await ask(id, 'mp4')
  connection.close()

  async function ask(id: string, container?: 'mp4'): Promise<void> {
    const call = requestFor(fetchStreamIndex, { trackId: id, ...(container && { container }) })
    for (;;) {
      const { status, body } = await connection.ask(call)
      if (status !== 200) throw new Error(`${call.url} answered ${status}: ${body}`)
      const index = JSON.parse(body) as StreamIndex
      if (index.faces.length === 0) throw new Error(`${call.url} names no stream.`)
      if (index.complete) return
      await wait(20)
    }
  }
}

/** An MP3 of constant 256 kbit/s whose frames decode to silence and do not compress. */
function makeMp3(samples: number): Buffer {
  const frame = (bytes: Buffer) => {
    bytes.set(HEADER)
    bytes.fill(0, HEADER.length, HEADER.length + SIDE_INFO_BYTES)
  }
  const frames = Math.ceil(samples / SAMPLES_PER_FRAME)
  const mp3 = randomFillSync(Buffer.allocUnsafe(frames * FRAME_BYTES))
  for (let n = 0; n < frames; n++) frame(mp3.subarray(n * FRAME_BYTES, (n + 1) * FRAME_BYTES))
  return mp3
}
