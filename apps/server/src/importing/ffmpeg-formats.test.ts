import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Codec } from '@refrain/audio/audio-info'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import { findFormat } from '@refrain/audio/formats'
import { analyseAudio } from '@refrain/audio/loudness/analyse-audio'
import type { DecodedAudio } from '@refrain/audio/samples/decoded-audio'
import { fixturePath } from '@refrain/audio/testing/fixtures'
import { makeDsf, silentApe } from '@refrain/audio/testing/rare-formats'
import { AUDIO_PATH, fetchStreamIndex } from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import { expect, it, vi } from 'vitest'
import { readPendingTracks } from '../importing/analysis/pending-track-store.ts'
import { onEmbedded } from '../testing/databases/both-databases.ts'
import { answerOf, startApp } from '../testing/start-app.ts'
import { FileReader } from './phases/file-reader.ts'
import { NEEDS_FFMPEG } from './phases/read-file.ts'
import { importMusic, readCatalogue, useFolders } from './testing/test-import.ts'

const RATE = 44_100
const LENGTH = RATE + 77
const RAMP = `aevalsrc=0.4*sin(2*PI*(220*t+90*t*t))|0.3*sin(2*PI*330*t):s=${RATE}:d=2,atrim=end_sample=${LENGTH},aformat=s16`

/** File name, codec, and whether the sound is the same to the bit. */
const FILES: readonly (readonly [name: string, codec: Codec, isExact: boolean, ...encoder: string[]])[] = [
  ['1.wav', 'pcm', true, 'pcm_s16le'],
  ['2.wma', 'wma', false, 'wmav2'],
  ['3.wv', 'wavpack', true, 'wavpack', '-sample_fmt', 's16p'],
  ['4.tta', 'tta', true, 'tta', '-sample_fmt', 's16'],
  ['5.mka', 'matroska', true, 'flac'],
  ['6.webm', 'matroska', false, 'libopus'],
  ['7.aac', 'aac', false, 'aac', '-write_id3v2', '1'],
]

/** One second in every format that there is an encoder for, by one call. */
function encodeAll(folder: string): void {
  const outputs = FILES.flatMap(([name, , , ...encoder], n) => [
    ...['-c:a', ...encoder, '-metadata', `title=Tïtle ${n + 1}`, '-metadata', 'artist=Ada'],
    ...['-metadata', 'album_artist=Ada', '-metadata', 'album=Forms', '-metadata', `track=${n + 1}`],
    join(folder, name),
  ])
  execFileSync(findFfmpeg() as string, ['-v', 'error', '-f', 'lavfi', '-i', RAMP, ...outputs])
}

async function readSamples(sound: DecodedAudio): Promise<Float32Array> {
  using open = sound
  const pieces: Float32Array[] = []
  for await (const sample of open.samples) {
    const plane = new Float32Array(sample.numberOfFrames)
    sample.copyTo(plane, { planeIndex: 0, format: 'f32-planar' })
    sample.close()
    pieces.push(plane)
  }
  return Float32Array.from(pieces.flatMap(piece => [...piece]))
}

onEmbedded('formats that ffmpeg decodes', openTest => {
  const folders = useFolders()

  it('are imported with their tags, analysed, and played without losing a sample', async () => {
    const open = await openTest()
    const folder = join(folders.music, 'Ada/Forms')
    await mkdir(folder, { recursive: true })
    encodeAll(folder)
    await writeFile(join(folder, '8.dsf'), makeDsf())
    await writeFile(join(folder, '9.ape'), silentApe())
    await copyFile(fixturePath('tone.mpc'), join(folder, '10.mpc'))

    expect((await importMusic(open, folders)).skipped).toEqual([])
    const { tracks, albums } = await readCatalogue(open)
    const byUrl = new Map(tracks.map(track => [track.url, track]))
    const tagged = FILES.map(
      ([name], n) => byUrl.get(`Tïtle-${n + 1}.${name.split('.')[1]}`) ?? byUrl.get(name),
    )
    expect(tagged.map(track => [track?.title, track?.number, track?.codec])).toEqual(
      FILES.map(([, codec], n) => [`Tïtle ${n + 1}`, n + 1, codec]),
    )
    expect(albums.map(album => album.title)).toContain('Forms')

    const { tracks: pending } = await readPendingTracks(open.db, '')
    const decoded = new Map<string, Float32Array>()
    for (const { file } of pending) {
      const { decode } = await findFormat(file.codec)!.load()
      const { loudness } = await analyseAudio(file)
      // What is shorter than 0.4 s, or silent, has none.
      if (FILES.some(([name]) => file.path.endsWith(`/${name}`)))
        expect([file.path, loudness]).toEqual([file.path, expect.any(Number)])
      decoded.set(file.path.slice(folder.length + 1), await readSamples(await decode(file)))
    }
    const original = decoded.get('1.wav')!
    expect(original.length).toBe(LENGTH)
    for (const [name] of FILES.filter(([, , isExact]) => isExact))
      expect([name, decoded.get(name)]).toEqual([name, original])
    expect(decoded.get('9.ape')).toEqual(new Float32Array(1_000))
    expect(decoded.get('8.dsf')!.length).toBe(8_820)

    const app = await startApp(open)
    for (const { id, codec } of tracks.filter(track => /dsd|tta|aac/.test(track.codec))) {
      const { faces } = await answerOf(app, fetchStreamIndex, { trackId: id })
      expect([codec, faces.length]).toEqual([codec, 1])
    }
    const wma = byUrl.get('Tïtle-2.wma') ?? byUrl.get('2.wma')
    const address = fillPath(AUDIO_PATH, { albumId: wma!.album_id, url: wma!.url })
    const { headers } = await app.inject({ url: address, headers: { range: 'bytes=0-99' } })
    expect(headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-range': expect.stringMatching('^bytes 0-99/'),
    })
  })

  it('are reported where ffmpeg is missing, and imported once it is there', async () => {
    const open = await openTest()
    await mkdir(join(folders.music, 'Ada'), { recursive: true })
    const path = join(folders.music, 'Ada/1.ape')
    await writeFile(path, silentApe())
    vi.stubEnv('PATH', folders.music)
    const reader = new FileReader()
    const { skipped } = await importMusic(open, folders, { reader }).finally(() => reader.close())
    vi.unstubAllEnvs()
    expect(skipped).toEqual([{ path, reason: NEEDS_FFMPEG }])
    expect((await importMusic(open, folders)).added).toBe(1)
  })
})
