import type { ChosenEncoding } from '../../media/transcoding/choose-encoding.ts'
import { ENCODINGS, type EncodingName, keepBitRate } from '../../media/transcoding/encodings.ts'
import { type Calls, type CallTools, file, read } from '../call.ts'
import { requireId } from '../ids.ts'
import type { Parameters } from '../request/parameters.ts'
import { CORS_HEADERS } from '../response/cors.ts'
import type { Fields } from '../response/fields.ts'
import { badParameter, notFound } from '../subsonic-error.ts'
import { readClientInfo } from './client-info.ts'
import { type Decision, decideTranscode, describeSource } from './decide-transcode.ts'

const PARAMS = /^([a-z0-9]+)-(\d{1,3})-(\d{4,6})-([12])$/

/** The extension `transcoding`: apps say what they can play, and are told what to ask for. */
export function transcodingCalls({ transcodes }: CallTools): Calls {
  return {
    getTranscodeDecision: read(async ({ parameters, request }) => {
      const trackId = requireMedia(parameters)
      const client = readClientInfo(request.body)
      const source = describeSource(await transcodes.readOriginal(trackId))
      const available = await transcodes.readAvailable()
      const { canDirectPlay, reasons, transcode } = decideTranscode(source, client, available)
      return {
        transcodeDecision: {
          canDirectPlay,
          canTranscode: transcode !== undefined,
          transcodeReason: reasons,
          errorReason: canDirectPlay || transcode ? '' : explain(available),
          ...(transcode && describe(transcode)),
          sourceStream: source,
        },
      }
    }),
    getTranscodeStream: file(async ({ parameters, caller, request, reply }) => {
      const wanted = {
        caller: caller.userId,
        trackId: requireMedia(parameters),
        encoding: readParams(parameters.required('transcodeParams')),
        offset: parameters.secondsIfGiven('offset'),
        headers: CORS_HEADERS,
      }
      if (!(await transcodes.readAvailable()).has(wanted.encoding.name))
        throw badParameter('transcodeParams', 'names an encoding that is not there any more')
      if (!(await transcodes.send(request, reply, wanted))) throw notFound('transcode')
      return undefined
    }),
  }
}

/** @throws SubsonicError (10, 70): there are songs only */
function requireMedia(parameters: Parameters): string {
  const id = parameters.required('mediaId')
  if (parameters.required('mediaType') !== 'song') throw notFound('media')
  return requireId(id, 'track', 'mediaId')
}

const explain = (available: ReadonlySet<EncodingName>) =>
  available.size === 0
    ? 'This service cannot transcode: it has no encoder.'
    : 'The app plays neither the file nor anything that it can be transcoded to.'

/** Apps send `transcodeParams` back as they are: they name the encoding, so that nothing is stored for them. */
function describe({ encoding, stream }: NonNullable<Decision['transcode']>): Fields {
  const { name, bitRate, sampleRate, channels } = encoding
  return { transcodeParams: [name, bitRate, sampleRate, channels].join('-'), transcodeStream: stream }
}

/** @throws SubsonicError (10) for others than those that a decision has named */
function readParams(given: string): ChosenEncoding {
  const [, name = '', ...digits] = PARAMS.exec(given) ?? []
  const [bitRate = 0, sampleRate = 0, channels = 0] = digits.map(Number)
  const isKnown =
    Object.hasOwn(ENCODINGS, name) &&
    ENCODINGS[name as EncodingName].sampleRates.includes(sampleRate) &&
    keepBitRate(name as EncodingName, channels, bitRate) === bitRate
  if (!isKnown) throw badParameter('transcodeParams', 'is not from getTranscodeDecision')
  return { name: name as EncodingName, bitRate, sampleRate, channels }
}
