import { countLimits } from '@refrain/contract/limits'
import * as z from 'zod/mini'
import { CODES, SubsonicError } from '../subsonic-error.ts'

const MAX_ITEMS = 100
const MAX_LETTERS = 100

const name = z.string().check(z.maxLength(MAX_LETTERS))
/** Some apps send null for what they leave out. */
const orElse = <Type extends z.ZodMiniType>(type: Type, value: z.output<Type>) =>
  z.pipe(
    z.nullish(type),
    z.transform(given => given ?? value),
  )
const list = <Item extends z.ZodMiniType>(item: Item) =>
  orElse(z.array(item).check(z.maxLength(MAX_ITEMS)), [])
const names = list(name)
const limit = orElse(z.number().check(z.gte(0)), 0)

/** What a player can play, as the extension `transcoding` describes it. Unknown fields are ignored; 0 is no limit. */
const clientInfo = z.object({
  /** In bit/s. */
  maxAudioBitrate: limit,
  /** In bit/s, of transcodes. */
  maxTranscodingAudioBitrate: limit,
  /** What it plays as it is; empty lists stand for anything. */
  directPlayProfiles: list(
    z.object({ containers: names, audioCodecs: names, protocols: names, maxAudioChannels: limit }),
  ),
  /** What tracks may be transcoded to, the best first. */
  transcodingProfiles: list(
    z.object({ container: name, audioCodec: name, protocol: name, maxAudioChannels: limit }),
  ),
  codecProfiles: list(
    z.object({
      type: name,
      /** Of a codec. */
      name,
      limitations: list(
        z.object({
          name: name.check(z.minLength(1)),
          comparison: z.enum(['Equals', 'NotEquals', 'LessThanEqual', 'GreaterThanEqual']),
          values: z.array(name).check(z.minLength(1), z.maxLength(MAX_ITEMS)),
          required: z.boolean(),
        }),
      ),
    }),
  ),
})
export type ClientInfo = z.infer<typeof clientInfo>

/**
 * Reads what a player can play. Every encoding that is considered is held against every limitation, so that those of all codecs
 * count together.
 * @throws SubsonicError (10) if the body of the request does not describe a player
 */
export function readClientInfo(body: unknown): ClientInfo {
  const { success, data } = z.safeParse(clientInfo, body)
  const limitations = data?.codecProfiles.reduce((sum, profile) => sum + profile.limitations.length, 0) ?? 0
  if (success && limitations <= countLimits.playerLimitations) return data
  throw new SubsonicError(
    CODES.parameter,
    'Send what the app can play as JSON in the body of a POST request: see ClientInfo of OpenSubsonic.',
  )
}
