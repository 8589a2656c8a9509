import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import { delimiter, dirname, resolve } from 'node:path'
import {
  GUEST_MODES,
  type LiveSettingName,
  type LiveSettings,
  SIGN_UP_MODES,
  WATCH_MODES,
} from '@refrain/contract/administration/settings'
import { textLimits } from '@refrain/contract/limits'
import * as z from 'zod/mini'
import { isKeepRule } from './backup/repository/keep-rule.ts'
import { isNetwork } from './ip-networks.ts'
import { parseBucketPlace } from './object-storage/parse-bucket-place.ts'

/** Schemas of the settings. They must reject whatever would fail later, and must not throw. */

export const whole = (least: number, most: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)),
    z.number().check(z.gte(least), z.lte(most)),
  )
export const port = whole(0, 65_535)
export const megabytes = whole(64, Number.MAX_SAFE_INTEGER)
/** Such as 0.5 or 2. */
export const factor = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/)), z.transform(Number)),
  z.number().check(z.gte(0)),
)

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Such as 30m, 6h or 1d; in milliseconds. */
export const interval = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}[mhd]$/)),
  z.transform(given => Number.parseInt(given, 10) * UNIT_MS[given.at(-1) as keyof typeof UNIT_MS]),
)

const text = (isRight: (given: string) => boolean) => z.string().check(z.refine(isRight))
const optional = (isRight: (given: string) => boolean) => text(given => given === '' || isRight(given))

export const listed = (given: string) => given.split(/[,\s]+/).filter(Boolean)
export const networks = text(given => listed(given).every(isNetwork))
/** An IP address or name of this machine. */
export const ownAddress = text(
  given => isIP(given.replace(/%[\w.-]+$/, '')) > 0 || /^[a-z\d]([\w.-]*[a-z\d])?$/i.test(given),
)
export const hostName = text(given => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(given))
const isHostPattern = (given: string) => /^(\*\.)?([\w.-]+|\[[\d:a-f]+\])$/i.test(given)
export const hostPatterns = text(given => listed(given).length > 0 && listed(given).every(isHostPattern))

/** '' or a name of visible characters. */
const serviceName = optional(
  given =>
    given.length <= textLimits.serviceName.max && given.trim() === given && !/[\p{Cc}\p{Cf}]/u.test(given),
)

const parse = (given: string) => (URL.canParse(given) ? new URL(given) : undefined)
const isWebAddress = (given: string) => /^https?:\/\/[^/]/.test(given) && parse(given) !== undefined
/** `https://music.example.org`: no path and no credentials. */
const isOrigin = (given: string) =>
  isWebAddress(given) && parse(given)?.origin === given.replace(/\/$/, '').toLowerCase()
export const webAddress = optional(isWebAddress)
export const origin = optional(given => isOrigin(given) || isOrigin(given.replace(/:(80|443)(\/?)$/, '$2')))

/** Values that the settings which may change while the service runs can have. */
export const liveValues = {
  serviceName,
  signUp: z.enum(SIGN_UP_MODES),
  guests: z.enum(GUEST_MODES),
  watch: z.enum(WATCH_MODES),
  artistsUrl: webAddress,
  chatUrl: webAddress,
} satisfies Readonly<Record<LiveSettingName, z.ZodMiniType<string>>>
/** Those that the environment gives; the others are undefined. */
export type GivenSettings = Readonly<Partial<LiveSettings>>

/** HTTPS is required, except on this machine: without it, anybody in between could impersonate the provider. */
export const safeAddress = text(given => {
  if (!isWebAddress(given)) return false
  return (
    given.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]'].includes(parse(given)?.hostname ?? '')
  )
})

/** Clients decode name, password and path. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
/** The PostgreSQL driver reads these certificate files when it connects. */
function canReadFiles({ searchParams }: URL): boolean {
  try {
    for (const name of ['sslcert', 'sslkey', 'sslrootcert']) {
      const file = searchParams.get(name)
      if (file) accessSync(file, constants.R_OK)
    }
    return true
  } catch {
    return false
  }
}
export const databaseAddress = optional(given => {
  const url = parse(given)
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && isDecodable(url) && canReadFiles(url)
})
/** With the number of a database as its path. */
export const redisAddress = optional(given => {
  const url = parse(given)
  if (url === undefined || !/^rediss?:$/.test(url.protocol)) return false
  return url.hostname !== '' && isDecodable(url) && /^\/?\d*$/.test(url.pathname)
})
export const mailServer = optional(given => {
  const url = parse(given)
  return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && isDecodable(url)
})
/** 256 bits. */
export const hexKey = optional(given => /^[0-9a-f]{64}$/i.test(given))
/** Such as s3://bucket/prefix. */
export const bucketPlace = optional(given => parseBucketPlace(given) !== undefined)
/** Absolute folders, none of which is the whole disk. */
export const folderList = text(
  given =>
    /^([a-z]:)?[\\/]/i.test(given) &&
    !given.includes('s3://') &&
    given.split(delimiter).every(path => dirname(resolve(path)) !== resolve(path)),
)
/** A folder, or such as s3://bucket/prefix. */
export const folderOrBucket = text(given => !given.startsWith('s3:') || parseBucketPlace(given) !== undefined)
/** Such as 7d,4w,12m. */
export const keepRule = optional(isKeepRule)
/** An address, or a name and an address in angle brackets. */
export const sender = text(given => /^[^<>"\r\n,]*<[^\s<>@,]+@[\w.-]+>$|^[^\s<>@,]+@[\w.-]+$|^$/.test(given))
