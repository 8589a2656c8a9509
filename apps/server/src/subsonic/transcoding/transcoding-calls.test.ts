import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findEncoders } from '../../media/transcoding/find-encoders.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Asked, toQuery } from '../testing/connect-app.ts'
import { expectSameXml, readJson } from '../testing/read-answer.ts'
import { ids, startSubsonic } from '../testing/start-subsonic.ts'

const RATE = 44_100
const SECONDS = 4
/** A player that knows MP3 only, at up to 64 kbit/s. */
const PLAYER = {
  ...{ name: 'Kitchen', platform: 'Tests', maxTranscodingAudioBitrate: 64_000 },
  directPlayProfiles: [
    { containers: ['mp3'], audioCodecs: ['mp3'], protocols: ['http'], maxAudioChannels: 2 },
  ],
  transcodingProfiles: [{ container: 'mp3', audioCodec: 'mp3', protocol: 'http', maxAudioChannels: 2 }],
}

interface Decision {
  readonly canDirectPlay: boolean
  readonly canTranscode: boolean
  readonly transcodeParams?: string
}

onBothDatabases('apps that ask what to play', open => {
  async function start() {
    const started = await startSubsonic(open)
    const { app, put, one, credentials } = started
    const root = temporaryFolder()
    const sound = tone(RATE * SECONDS)
    writeFileSync(join(root, 'one.flac'), await flacBytes(sound))
    await put.file(join(root, 'one.flac'), root, one)
    await started.open.db
      .updateTable('tracks')
      .set({ true_samples: sound.length, sample_rate: RATE })
      .where('id', '=', one)
      .execute()
    const media = { mediaId: ids.track(one), mediaType: 'song' }
    const sendBody = (payload: string, asked: Asked) =>
      app.inject({
        method: 'POST',
        url: `/rest/getTranscodeDecision?${toQuery({ ...credentials, f: 'json', ...media, ...asked })}`,
        headers: { 'content-type': 'application/json' },
        payload,
      })
    const decide = (body: object, asked: Asked = {}) => sendBody(JSON.stringify(body), asked)
    const decision = async (body: object) => readJson((await decide(body)).body).transcodeDecision as Decision
    return { ...started, root, media, decide, sendBody, decision }
  }

  it('are told, and get the transcode that they were told of (SUB-90)', async () => {
    const { send, media, decide, decision } = await start()
    const answer = readJson((await decide(PLAYER)).body)
    expectSameXml((await decide(PLAYER, { f: 'xml' })).body, answer)
    const hasEncoder = (await findEncoders()).available.has('mp3')
    expect(answer.transcodeDecision).toMatchObject({
      ...{ canDirectPlay: false, canTranscode: hasEncoder, transcodeReason: ['ContainerNotSupported'] },
      sourceStream: { container: 'flac', codec: 'flac', audioSamplerate: RATE },
    })
    const directPlayProfiles = [{ containers: ['flac'], audioCodecs: ['flac'], protocols: [] }]
    expect(await decision({ ...PLAYER, directPlayProfiles })).toMatchObject({
      ...{ canDirectPlay: true, errorReason: '', transcodeReason: [] },
    })
    expect(await decision({ ...PLAYER, transcodingProfiles: [] })).toMatchObject({
      ...{ canDirectPlay: false, canTranscode: false, errorReason: expect.stringContaining(' ') },
    })
    if (!hasEncoder) return
    const { transcodeParams = '' } = await decision(PLAYER)
    const sound = await send('getTranscodeStream', { ...media, transcodeParams })
    expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    // Bytes of 64 kbit/s.
    expect(sound.rawPayload.length / 8_000).toBeGreaterThan(SECONDS - 0.5)
    expect(sound.rawPayload.length / 8_000).toBeLessThan(SECONDS + 1)
    const later = await send('getTranscodeStream', { ...media, transcodeParams, offset: 2 })
    expect(later.rawPayload.length / 8_000).toBeLessThan(SECONDS - 1)
    const between = await send('getTranscodeStream', { ...media, transcodeParams, offset: 2.5 })
    expect(between.rawPayload.length).toBe(later.rawPayload.length)
  })

  it('are told the bit depth, and get no file of more bits than they play (SUB-90)', async () => {
    const { open: opened, one, decision } = await start()
    const setDepth = (bit_depth: number) =>
      opened.db.updateTable('tracks').set({ bit_depth }).where('id', '=', one).execute()
    const limitations = [
      { name: 'audioBitdepth', comparison: 'LessThanEqual', values: ['16'], required: true },
    ]
    const player = {
      ...PLAYER,
      directPlayProfiles: [{ containers: ['flac'], audioCodecs: ['flac'], protocols: [] }],
      codecProfiles: [{ type: 'AudioCodec', name: 'flac', limitations }],
    }
    await setDepth(24)
    expect(await decision(player)).toMatchObject({
      ...{ canDirectPlay: false, transcodeReason: ['AudioBitdepthNotSupported'] },
      sourceStream: { audioBitdepth: 24 },
    })
    await setDepth(16)
    expect(await decision(player)).toMatchObject({ canDirectPlay: true, sourceStream: { audioBitdepth: 16 } })
    await setDepth(0)
    const unknown = await decision(player)
    expect(unknown.canDirectPlay).toBe(false)
    expect(unknown).not.toHaveProperty('sourceStream.audioBitdepth')
  })

  it('get heads, and nothing past the end, for pages of any site (SUB-12, SUB-90)', async () => {
    const { send, media } = await start()
    if (!(await findEncoders()).available.has('mp3')) return
    const asked = { ...media, transcodeParams: 'mp3-64-44100-2' }
    const cors = { 'content-type': 'audio/mpeg', 'access-control-allow-origin': '*' }
    const head = await send('getTranscodeStream', asked, { method: 'HEAD' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers).toMatchObject(cors)
    const past = await send('getTranscodeStream', { ...asked, offset: SECONDS + 1 })
    expect([past.statusCode, past.body]).toEqual([200, ''])
    expect(past.headers).toMatchObject({ ...cors, 'content-length': '0' })
  })

  it('are refused a file that ffmpeg cannot read (SUB-90)', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const { send, media, root } = await start()
    writeFileSync(join(root, 'one.flac'), 'no sound')
    const answer = await send('getTranscodeStream', { ...media, transcodeParams: 'mp3-64-44100-2' })
    const hasEncoder = (await findEncoders()).available.has('mp3')
    expect([answer.statusCode, readJson(answer.body).error?.code]).toEqual([200, hasEncoder ? 70 : 10])
  })

  it('are refused where they ask for what is not there (SUB-90)', async () => {
    const { send, media, decide, sendBody, two } = await start()
    const codeOf = (body: string) => readJson(body).error?.code
    const broken = await sendBody('{"directPlayProfiles":', media)
    expect([broken.statusCode, codeOf(broken.body)]).toEqual([200, 10])
    expect(codeOf((await decide([])).body)).toBe(10)
    expect(codeOf((await send('getTranscodeDecision', media)).body)).toBe(10)
    expect(codeOf((await decide(PLAYER, { mediaType: 'podcast' })).body)).toBe(70)
    for (const mediaId of [ids.track(two), 'tr-unknown', 'al-x'])
      expect([mediaId, codeOf((await decide(PLAYER, { mediaId })).body)]).toEqual([mediaId, 70])
    const wrong = ['mp3-63-44100-2', 'flac-64-44100-2', 'constructor-64-44100-2', '../mp3-64-44100-2']
    const others = ['mp3-64', 'mp3-64-96000-2', 'opus-64-44100-2', 'mp3-64-44100-3', 'mp3-64-44100-2 -x']
    for (const transcodeParams of [...wrong, ...others])
      expect(codeOf((await send('getTranscodeStream', { ...media, transcodeParams })).body)).toBe(10)
    const hasEncoder = (await findEncoders()).available.has('mp3')
    const unknown = { ...media, mediaId: 'tr-unknown', transcodeParams: 'mp3-64-44100-2' }
    expect(codeOf((await send('getTranscodeStream', unknown)).body)).toBe(hasEncoder ? 70 : 10)
  })
})
