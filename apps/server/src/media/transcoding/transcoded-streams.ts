import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { seeStream } from '../../http/limits/see-listener.ts'
import { FILE_CSP } from '../../http/security/security-headers.ts'
import { log } from '../../log/log.ts'
import { describeSent } from '../cuts/sent-audio.ts'
import { averageBitRate } from '../files/bit-rate.ts'
import type { CountFile } from '../files/limit-file-requests.ts'
import { sendFile } from '../files/send-file.ts'
import type { CollectionFiles } from '../storage/collection-files.ts'
import { readStreamTrack } from '../streams/stream-store.ts'
import {
  type ChosenEncoding,
  chooseEncoding,
  type OriginalAudio,
  type StreamWish,
} from './choose-encoding.ts'
import { ENCODINGS, type EncodingName } from './encodings.ts'
import type { GrowingTranscode, Transcoder } from './transcoder.ts'

export interface TranscodeRequest extends StreamWish {
  readonly trackId: string
  /** Identifies who asks. */
  readonly caller: string
  /** What to transcode to, if the client has asked before; `format` and `maxBitRate` do not count then. */
  readonly encoding?: ChosenEncoding | undefined
  /** Wait for the whole transcode and send its length, which is exact. Without it, bytes are sent as they are made. */
  readonly needsLength?: boolean | undefined
  /** Further headers of the response, in lower case. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The audio file of a track, and what is known of its audio. */
export interface TranscodeSource extends OriginalAudio {
  readonly url: string
  /** In bits; undefined if it is not known. */
  readonly bitDepth?: number | undefined
}

const CACHE_CONTROL = 'private, max-age=3600'

/** Transcodes tracks on demand. */
export class TranscodedStreams {
  readonly #db: Database
  readonly #files: CollectionFiles
  readonly #transcoder: Transcoder
  readonly #countFile: CountFile
  readonly #prepareFile: ((path: string) => Promise<void>) | undefined

  /** @param parts.prepareFile ensures that an audio file exists before it is read */
  constructor(parts: {
    db: Database
    files: CollectionFiles
    transcoder: Transcoder
    countFile: CountFile
    prepareFile: ((path: string) => Promise<void>) | undefined
  }) {
    this.#db = parts.db
    this.#files = parts.files
    this.#transcoder = parts.transcoder
    this.#countFile = parts.countFile
    this.#prepareFile = parts.prepareFile
  }

  /** Those for which ffmpeg has an encoder; none without ffmpeg. */
  async readAvailable(): Promise<ReadonlySet<EncodingName>> {
    return (await this.#transcoder.encoders).available
  }

  /** @throws NotFoundError if there is no such track or no file of it */
  async readOriginal(trackId: string): Promise<TranscodeSource> {
    const { url, codec, bitRate, channels, sampleRate, bitDepth } = await this.#readSource(trackId, {})
    return { url, codec, bitRate, channels, sampleRate, bitDepth }
  }

  /**
   * Sends a transcode, or the part of it that was asked for if it is whole.
   * @returns false where the original fulfils the wish, or cannot be transcoded: the caller sends the original
   * @throws NotFoundError if there is no such track or no file of it
   * Stops waiting when the client leaves.
   * @throws RequestError 503 if too many transcodes wait, 429 if too many of the caller's do, or too many files are sent to
   * the caller
   */
  async send(request: FastifyRequest, reply: FastifyReply, wanted: TranscodeRequest): Promise<boolean> {
    const { path, source, version, encoding, seconds, part } = await this.#readSource(wanted.trackId, wanted)
    if (!encoding) return false
    this.#countFile(request, reply)
    const offset = Math.max(0, Math.trunc(wanted.offset ?? 0))
    if (offset > 0 && offset >= seconds) {
      await sendNothing(reply, { ...wanted.headers, 'content-type': ENCODINGS[encoding.name].contentType })
      return true
    }
    const job = { path, codec: source, version, encoding, offset, part, caller: wanted.caller }
    const { headers = {} } = wanted
    const about = {
      type: ENCODINGS[encoding.name].contentType,
      cacheControl: CACHE_CONTROL,
      isStream: true,
      headers,
    }
    if (request.method === 'HEAD') {
      // Nothing is encoded for its length alone.
      const whole = await this.#transcoder.find(job)
      if (whole) sendFile(request, reply, whole, about)
      else {
        // What GET would answer.
        const ranges = wanted.needsLength ? { 'accept-ranges': 'bytes' } : {}
        sendHead(reply, { ...headers, ...ranges, 'content-type': about.type })
      }
      return true
    }
    const left = watchLeaving(reply)
    const transcode = await this.#transcoder.open(job, left)
    if (!transcode) return dropIfLeft(reply, left)
    if ('fd' in transcode) {
      sendFile(request, reply, transcode, about)
      return true
    }
    if (!wanted.needsLength) {
      seeStream(request, reply)
      await sendGrowing(reply, transcode, { ...headers, 'content-type': about.type })
      return true
    }
    const whole = await transcode.openWhole().finally(transcode.release)
    if (!whole) return dropIfLeft(reply, left)
    sendFile(request, reply, whole, about)
    return true
  }

  async #readSource(trackId: string, wish: Omit<TranscodeRequest, 'trackId' | 'caller'>) {
    const track = await readStreamTrack(this.#db, trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    await this.#prepareFile?.(track.path)
    const file = await this.#files.open(track.path, track.root)
    if (!file) throw new NotFoundError('The sound file of this track is not there at the moment.')
    file.release()
    const seconds = track.true_samples / track.sample_rate
    const { available } = await this.#transcoder.encoders
    const { path, url, channels, sample_rate: sampleRate, first_sample: first } = track
    const { codec, size } = describeSent(track, file.size)
    const bitRate = averageBitRate({ codec, size, seconds })
    const part = first === null ? undefined : { start: first / sampleRate, seconds }
    const original = { codec, bitRate, channels, sampleRate }
    const encoding = wish.encoding ?? chooseEncoding(original, wish, available)
    const bitDepth = track.bit_depth || undefined
    const version = part ? `${file.etag} ${first}+${track.true_samples}` : file.etag
    return { ...original, bitDepth, path, url, source: track.codec, version, encoding, seconds, part }
  }
}

/** What is left of a track past its end; ffmpeg would give the headers of a file without audio. */
async function sendNothing(reply: FastifyReply, headers: Readonly<Record<string, string>>): Promise<void> {
  await reply
    .headers({ ...headers, 'content-security-policy': FILE_CSP, 'cache-control': 'no-store' })
    .send('')
}

/** Aborted once the connection is closed. */
function watchLeaving({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.destroyed) left.abort()
  else raw.once('close', () => left.abort())
  return left.signal
}

/** @returns whether the client has left, so that there is nothing to send */
function dropIfLeft(reply: FastifyReply, left: AbortSignal): boolean {
  if (left.aborted) reply.hijack()
  return left.aborted
}

function sendHead(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  reply.hijack()
  if (reply.raw.destroyed) return
  writeHead(reply, headers)
  reply.raw.end()
}

/** The head of a response whose length is not known yet. */
function writeHead({ raw, server }: FastifyReply, headers: Readonly<Record<string, string>>): void {
  raw.writeHead(200, {
    ...server.baseHeaders,
    'content-security-policy': FILE_CSP,
    'accept-ranges': 'none',
    ...headers,
    'cache-control': 'no-store',
  })
}

/** Sends bytes as they are made, without a length; ranges are for whole transcodes. */
async function sendGrowing(
  reply: FastifyReply,
  { bytes, release }: GrowingTranscode,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  try {
    if (raw.destroyed) return
    writeHead(reply, headers)
    await pipeline(bytes, raw)
  } catch (error) {
    // The client sees that the response is cut short.
    const hasLeft = raw.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    raw.destroy()
    if (!hasLeft) log.error(`A transcoded track was cut short: ${(error as Error).message}`)
  } finally {
    release()
  }
}
