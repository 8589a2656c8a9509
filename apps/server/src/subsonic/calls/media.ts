import { readSongs } from '../../catalogue/listings/song-store.ts'
import { findAudioFile } from '../../media/files/audio-file-store.ts'
import { sendAudioFile } from '../../media/files/audio-routes.ts'
import { type CallInput, type Calls, type CallTools, file } from '../call.ts'
import { requireId } from '../ids.ts'
import { CORS_HEADERS } from '../response/cors.ts'
import { songFileName } from '../shapes/file-path.ts'
import { notFound } from '../subsonic-error.ts'

const CACHE_CONTROL = 'private, no-cache'

/** Sound. Playing and downloading count nothing: apps fetch ahead, and say what was played themselves. */
export function mediaCalls({ db, audio, transcodes }: CallTools): Calls {
  async function send({ parameters, request, reply }: CallInput, isDownload: boolean): Promise<undefined> {
    const id = requireId(parameters.required('id'), 'track')
    const found = await findAudioFile(db, id)
    if (!found) throw notFound('song')
    const [song] = isDownload ? await readSongs(db, [id]) : []
    const headers = {
      ...CORS_HEADERS,
      ...(song && { 'content-disposition': attachment(songFileName(song)) }),
    }
    await sendAudioFile(request, reply, audio, found, { cacheControl: CACHE_CONTROL, headers })
  }
  return {
    stream: file(async input => {
      const { parameters, caller, request, reply } = input
      const wanted = {
        caller: caller.userId,
        trackId: requireId(parameters.required('id'), 'track'),
        format: parameters.get('format'),
        maxBitRate: parameters.wholeIfGiven('maxBitRate'),
        offset: parameters.secondsIfGiven('timeOffset'),
        needsLength: parameters.flag('estimateContentLength', false),
        headers: CORS_HEADERS,
      }
      return (await transcodes.send(request, reply, wanted)) ? undefined : send(input, false)
    }),
    download: file(input => send(input, true)),
  }
}

/** RFC 6266: the name in ASCII for older apps, and as it is. */
function attachment(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\]/g, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, escapeLetter)}`
}

const escapeLetter = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
