import { accessSync, constants, statSync } from 'node:fs'
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
import { isPathPrefix, readPathPrefix } from './http/path-prefix.ts'
import { isNetwork } from './ip-networks.ts'
import { parseBucketPlace } from './object-storage/parse-bucket-place.ts'

/**
 * Schemas of the settings. They must reject whatever would fail later, and must not throw. Their errors say what is allowed, as the
 * end of a sentence.
 */

export const whole = (least: number, most: number, allowed = `a whole number from ${least} to ${most}`) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/, allowed)), z.transform(Number)),
    z.number(allowed).check(z.gte(least, allowed), z.lte(most, allowed)),
  )
export const port = whole(0, 65_535)
export const megabytes = whole(
  64,
  Number.MAX_SAFE_INTEGER,
  'a whole number of megabytes, without a unit: 64 or more',
)
const FACTOR = 'a number that is not negative, such as 0.5 or 20'
/** Such as 0.5 or 2. */
export const factor = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d+(\.\d+)?$/, FACTOR)), z.transform(Number)),
  z.number(FACTOR).check(z.gte(0, FACTOR)),
)

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 }
/** Such as 30m, 6h or 1d; in milliseconds. */
export const interval = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,3}[mhd]$/, 'a number with m, h or d, such as 30m, 6h or 1d')),
  z.transform(given => Number.parseInt(given, 10) * UNIT_MS[given.at(-1) as keyof typeof UNIT_MS]),
)

const text = (allowed: string, isRight: (given: string) => boolean) =>
  z.string().check(z.refine(isRight, allowed))
const optional = (allowed: string, isRight: (given: string) => boolean) =>
  text(allowed, given => given === '' || isRight(given))

/** A character set of the time before Unicode, as `TextDecoder` knows them. */
export const charset = optional(
  'a character set, such as windows-1251, shift_jis, gbk, big5 or euc-kr',
  given => {
    try {
      return !new TextDecoder(given).encoding.startsWith('utf-')
    } catch {
      return false
    }
  },
)

/** Shells expand a leading tilde, but not in quotes, in .env or in a unit of systemd: it would name a folder of that name. */
export const path = text(
  'a path with the home folder written out, such as /home/ada/music',
  given => !given.startsWith('~'),
)

export const listed = (given: string) => given.split(/[,\s]+/).filter(Boolean)
export const networks = text(
  'addresses, networks, or loopback, linklocal and uniquelocal, separated by commas, such as 127.0.0.1, 10.0.0.0/8',
  given => listed(given).every(isNetwork),
)
/** An IP address or name of this machine. */
export const ownAddress = text(
  'an IP address or name of this machine without a port, such as 127.0.0.1, or 0.0.0.0 for all',
  given => isIP(given.replace(/%[\w.-]+$/, '')) > 0 || /^[a-z\d]([\w.-]*[a-z\d])?$/i.test(given),
)
export const hostName = (example: string) =>
  text(`lower-case letters, digits, dots and hyphens, such as ${example}`, given =>
    /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(given),
  )
const isHostPattern = (given: string) => /^(\*\.)?([\w.-]+|\[[\d:a-f]+\])$/i.test(given)
export const hostPatterns = text(
  'host names without a path, separated by commas, such as push.example.org, or *.example.org for its subdomains',
  given => listed(given).length > 0 && listed(given).every(isHostPattern),
)

/** '' or a name of visible characters. */
const serviceName = optional(
  `1 to ${textLimits.serviceName.max} visible characters, without spaces at the ends`,
  given =>
    given.length <= textLimits.serviceName.max && given.trim() === given && !/[\p{Cc}\p{Cf}]/u.test(given),
)

const parse = (given: string) => (URL.canParse(given) ? new URL(given) : undefined)
const isWebAddress = (given: string) => /^https?:\/\/[^/]/.test(given) && parse(given) !== undefined
/** `https://music.example.org`: no path and no credentials. */
const isOrigin = (given: string) =>
  isWebAddress(given) &&
  parse(given)?.origin ===
    given
      .replace(/:(80|443)(\/?)$/, '$2')
      .replace(/\/$/, '')
      .toLowerCase()
export const webAddress = optional('an address such as https://example.org/page', isWebAddress)
export const origin = optional('an address without a path, such as https://music.example.org', isOrigin)
/** Where the pages are: an origin, and a path if the service does not have its host for itself. Without a slash at its end. */
export const publicAddress = z.pipe(
  optional(
    'an address such as https://music.example.org or, under a path of the host, https://nas.example.org/music: the path is of unaccented letters, digits, dots, hyphens and underscores, and does not begin with one that the service has itself, such as /audio, /albums or /search',
    given => {
      const [, start = '', path = ''] = /^(\w+:\/\/[^/]*)(.*?)\/?$/.exec(given) ?? []
      return isOrigin(start) && (path === '' || isPathPrefix(path))
    },
  ),
  z.transform(given => given && new URL(given).origin + readPathPrefix(given)),
)

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
export const safeAddress = text(
  'an address with https, such as https://example.org, or with http on localhost',
  given => {
    if (!isWebAddress(given)) return false
    return (
      given.startsWith('https:') || ['localhost', '127.0.0.1', '[::1]'].includes(parse(given)?.hostname ?? '')
    )
  },
)

/** Clients decode name, password and path. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
function isReadable(file: string): boolean {
  accessSync(file, constants.R_OK)
  return statSync(file).isFile()
}
/** The PostgreSQL driver reads these certificate files when it connects. */
function canReadFiles({ searchParams }: URL): boolean {
  try {
    for (const name of ['sslcert', 'sslkey', 'sslrootcert']) {
      const file = searchParams.get(name)
      if (file && !isReadable(file)) return false
    }
    return true
  } catch {
    return false
  }
}
export const databaseAddress = optional(
  'postgres://user:password@host:5432/database with special characters percent-encoded, and with certificate files that can be read',
  given => {
    const url = parse(given)
    return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && isDecodable(url) && canReadFiles(url)
  },
)
/** With the number of a database as its path. */
export const redisAddress = optional(
  'redis://user:password@host:6379/0 or rediss://host/0 with special characters percent-encoded',
  given => {
    const url = parse(given)
    if (url === undefined || !/^rediss?:$/.test(url.protocol)) return false
    return url.hostname !== '' && isDecodable(url) && /^\/?\d*$/.test(url.pathname)
  },
)
export const mailServer = optional(
  'smtp://user:password@host:587 or smtps://user:password@host:465 with special characters percent-encoded',
  given => {
    const url = parse(given)
    return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && isDecodable(url)
  },
)
/** 256 bits. */
export const hexKey = optional('64 hexadecimal digits, as openssl rand -hex 32 prints them', given =>
  /^[0-9a-f]{64}$/i.test(given),
)
/** Such as s3://bucket/prefix. */
export const bucketPlace = optional(
  's3://bucket/prefix with a bucket of 3 to 63 lower-case letters, digits, dots and hyphens',
  given => parseBucketPlace(given) !== undefined,
)
/** Absolute folders, none of which is the whole disk. */
export const folderList = text(
  `absolute folders, separated by "${delimiter}", such as /srv/music but not the whole disk`,
  given =>
    /^([a-z]:)?[\\/]/i.test(given) &&
    !given.includes('s3://') &&
    given.split(delimiter).every(path => dirname(resolve(path)) !== resolve(path)),
)
/** A folder, or such as s3://bucket/prefix. */
export const folderOrBucket = text(
  'a folder, or s3://bucket/prefix with a bucket of 3 to 63 lower-case letters, digits, dots and hyphens',
  given => !(given.startsWith('s3:') || given.startsWith('~')) || parseBucketPlace(given) !== undefined,
)
/** Such as 7d,4w,12m. */
export const keepRule = optional(
  'numbers with d, w, m or y, separated by commas, such as 7d,4w,12m',
  isKeepRule,
)
/** An address, or a name and an address in angle brackets. */
export const sender = text('one address, such as music@example.org or Refrain <music@example.org>', given =>
  /^[^<>"\r\n,]*<[^\s<>@,]+@[\w.-]+>$|^[^\s<>@,]+@[\w.-]+$|^$/.test(given),
)
/** The most separators, articles and names that are more than anybody needs. */
const MAX_SEPARATORS = 16
const MAX_ARTICLES = 64
const MAX_WHOLE_NAMES = 1_000
/** Between blanks; `none` for no separator at all. */
export const separators = words(
  `up to ${MAX_SEPARATORS} separators between blanks, such as ; / vs., or none`,
  MAX_SEPARATORS,
)
/** Between blanks; `none` for no article at all. */
export const articles = words(
  `up to ${MAX_ARTICLES} articles between blanks, such as The Die L', or none`,
  MAX_ARTICLES,
)
function words(description: string, most: number) {
  return z.pipe(
    text(description, given => {
      const all = given.trim().split(/\s+/)
      return all.length <= most && all.every(one => one.length > 0 && one.length <= 8)
    }),
    z.transform(given => (given.trim() === 'none' ? [] : given.trim().split(/\s+/))),
  )
}
/** Separated by a vertical bar. */
export const wholeNames = z.pipe(
  text(
    'names separated by "|", such as Nord/Sued|Ada; Bo',
    given => splitAtBars(given).length <= MAX_WHOLE_NAMES,
  ),
  z.transform(splitAtBars),
)
function splitAtBars(given: string): string[] {
  return given
    .split('|')
    .map(name => name.trim())
    .filter(Boolean)
}
