import { pipeline } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { seeStream } from '../../http/limits/see-listener.ts'
import { FILE_CSP } from '../../http/security/security-headers.ts'
import { log } from '../../log/log.ts'
import type { CountFile } from '../files/limit-file-requests.ts'
import { sendFile } from '../files/send-file.ts'
import type { CollectionFiles } from '../storage/collection-files.ts'
import { readStreamTrack } from '../streams/stream-store.ts'
import { type ChosenEncoding, chooseEncoding, type StreamWish } from './choose-encoding.ts'
import { ENCODINGS } from './encodings.ts'
import type { GrowingTranscode, Transcoder } from './transcoder.ts'

export interface TranscodeRequest extends StreamWish {
  readonly trackId: string
  /** Where to start, in seconds; past the end, the body is empty. */
  readonly offset?: number | undefined
  /** Wait for the whole transcode and send its length, which is exact. Without it, bytes are sent as they are made. */
  readonly needsLength?: boolean | undefined
  /** Further headers of the response, in lower case. */
  readonly headers?: Readonly<Record<string, string>>
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

  /** Whether ffmpeg is there with at least one of the encoders. */
  async canTranscode(): Promise<boolean> {
    return (await this.#transcoder.encoders).available.size > 0
  }

  /**
   * What a track would be transcoded to; undefined where the original is sent.
   * @throws NotFoundError if there is no such track or no file of it
   */
  async choose(trackId: string, wish: StreamWish): Promise<ChosenEncoding | undefined> {
    return (await this.#readSource(trackId, wish)).encoding
  }

  /**
   * Sends a transcode, or the part of it that was asked for if it is whole.
   * @returns false where the original fulfils the wish, or cannot be transcoded: the caller sends the original
   * @throws NotFoundError if there is no such track or no file of it
   * Stops waiting when the client leaves.
   * @throws RequestError 503 if too many transcodes wait, 429 if too many files are sent to the caller
   */
  async send(request: FastifyRequest, reply: FastifyReply, wanted: TranscodeRequest): Promise<boolean> {
    const { encoding, ...source } = await this.#readSource(wanted.trackId, wanted)
    if (!encoding) return false
    this.#countFile(request, reply)
    seeStream(request, reply)
    const offset = Math.max(0, Math.trunc(wanted.offset ?? 0))
    const left = watchLeaving(reply)
    const transcode = await this.#transcoder.open({ ...source, encoding, offset }, left)
    if (!transcode) return dropIfLeft(reply, left)
    const { headers = {} } = wanted
    const about = { type: ENCODINGS[encoding.name].contentType, cacheControl: CACHE_CONTROL, headers }
    if ('fd' in transcode) {
      sendFile(request, reply, transcode, about)
      return true
    }
    if (!wanted.needsLength) {
      await sendGrowing(request, reply, transcode, { ...headers, 'content-type': about.type })
      return true
    }
    const whole = await transcode.openWhole().finally(transcode.release)
    if (!whole) return dropIfLeft(reply, left)
    sendFile(request, reply, whole, about)
    return true
  }

  async #readSource(trackId: string, wish: StreamWish) {
    const track = await readStreamTrack(this.#db, trackId)
    if (!track) throw new NotFoundError('There is no such track.')
    await this.#prepareFile?.(track.path)
    const file = await this.#files.open(track.path, track.root)
    if (!file) throw new NotFoundError('The sound file of this track is not there at the moment.')
    file.release()
    const seconds = track.true_samples / track.sample_rate
    const bitRate = seconds > 0 ? Math.round((file.size * 8) / seconds / 1000) : 0
    const { available } = await this.#transcoder.encoders
    const { path, codec } = track
    return { path, codec, version: file.etag, encoding: chooseEncoding({ codec, bitRate }, wish, available) }
  }
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

/** Sends bytes as they are made, without a length; ranges are for whole transcodes. */
async function sendGrowing(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, release }: GrowingTranscode,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  reply.hijack()
  const { raw } = reply
  try {
    if (raw.destroyed) return
    raw.writeHead(200, {
      ...reply.server.baseHeaders,
      'content-security-policy': FILE_CSP,
      ...headers,
      'accept-ranges': 'none',
      'cache-control': 'no-store',
    })
    if (request.method === 'HEAD') raw.end()
    else await pipeline(bytes, raw)
  } catch (error) {
    // The client sees that the response is cut short.
    const hasLeft = raw.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    raw.destroy()
    if (!hasLeft) log.error(`A transcoded track was cut short: ${(error as Error).message}`)
  } finally {
    release()
  }
}
