import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { expect, it } from 'vitest'
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
    const decide = (body: object, asked: Asked = {}) =>
      app.inject({
        method: 'POST',
        url: `/rest/getTranscodeDecision?${toQuery({ ...credentials, f: 'json', ...media, ...asked })}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    const decision = async (body: object) => readJson((await decide(body)).body).transcodeDecision as Decision
    return { ...started, media, decide, decision }
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
  })

  it('are refused where they ask for what is not there (SUB-90)', async () => {
    const { send, media, decide, two } = await start()
    const codeOf = (body: string) => readJson(body).error?.code
    expect(codeOf((await decide([])).body)).toBe(10)
    expect(codeOf((await send('getTranscodeDecision', media)).body)).toBe(10)
    expect(codeOf((await decide(PLAYER, { mediaType: 'podcast' })).body)).toBe(70)
    for (const mediaId of [ids.track(two), 'tr-unknown', 'al-x'])
      expect([mediaId, codeOf((await decide(PLAYER, { mediaId })).body)]).toEqual([mediaId, 70])
    for (const transcodeParams of ['mp3-63', 'flac-64', 'constructor-64', '../mp3-64', 'mp3-64 -x'])
      expect(codeOf((await send('getTranscodeStream', { ...media, transcodeParams })).body)).toBe(10)
    const unknown = { ...media, mediaId: 'tr-unknown', transcodeParams: 'mp3-64' }
    expect([10, 70]).toContain(codeOf((await send('getTranscodeStream', unknown)).body))
  })
})
