import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import sharp from 'sharp'
import { TagLib } from 'taglib-wasm'

const EDGE = 600

/** Writes a folder of singles: in one folder, each an album with a cover of its own. @param coverBytes length of each cover */
export async function makeSingles(root: string, files: number, coverBytes: number): Promise<void> {
  const taglib = await TagLib.initialize()
  const silence = new Float32Array(44_100)
  const sound = await encodeMp3(silence, silence)
  const cover = await sharp({ create: { width: EDGE, height: EDGE, channels: 3, background: '#357' } })
    .jpeg()
    .toBuffer()
  await mkdir(root, { recursive: true })
  for (let n = 0; n < files; n++) {
    const own = Buffer.from(sound)
    own.writeUInt32BE(n, own.length - 6)
    const file = await taglib.open(new Uint8Array(own))
    file.setProperties({ TITLE: [`Single ${n}`], ARTIST: [`Artist ${n}`], ALBUM: [`Single ${n}`] })
    // Decoders stop at the end of the picture.
    const data = Buffer.concat([cover, randomBytes(coverBytes - cover.length)])
    file.setPictures([{ mimeType: 'image/jpeg', data, type: 'FrontCover', description: '' }])
    file.save()
    await writeFile(join(root, `${n}.mp3`), file.getFileBuffer())
    file.dispose()
  }
}
