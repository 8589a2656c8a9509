import { badParameter, notFound } from './subsonic-error.ts'

/** Apps know one space of ids for all kinds, so that ours get a prefix. */
const PREFIXES = { artist: 'ar-', album: 'al-', track: 'tr-', playlist: 'pl-' } as const
export type IdKind = keyof typeof PREFIXES

export interface KnownId {
  readonly kind: IdKind
  readonly id: string
}

const ID = /^(ar|al|tr|pl)-([A-Za-z0-9_-]{1,64})$/
const KINDS = { ar: 'artist', al: 'album', tr: 'track', pl: 'playlist' } as const

export function toAppId(kind: IdKind, id: string): string {
  return PREFIXES[kind] + id
}

/** @returns undefined for an id of another form */
export function readAppId(given: string): KnownId | undefined {
  const [, prefix, id] = ID.exec(given) ?? []
  return id === undefined ? undefined : { kind: KINDS[prefix as keyof typeof KINDS], id }
}

/** @throws SubsonicError (70) for an id of another kind or form, (10) for an empty one */
export function requireId(given: string, kind: IdKind, parameter = 'id'): string {
  if (given === '') throw badParameter(parameter, 'is empty')
  const known = readAppId(given)
  if (known?.kind !== kind) throw notFound(kind === 'track' ? 'song' : kind)
  return known.id
}

/** Letters of a picture's name in the id of a cover: apps keep covers by their ids, so that another picture is another cover. */
const VERSION_LETTERS = 8
const COVER = /^ca-((?:ar|al|pl)-[A-Za-z0-9_-]{1,64})_[A-Za-z0-9_-]{1,8}$/

/** Id of a record's picture. @param picturePath '' without one */
export function toCoverId(kind: IdKind, id: string, picturePath: string): string {
  const version = picturePath.slice(0, VERSION_LETTERS).replaceAll(/[^A-Za-z0-9_-]/g, '')
  return `ca-${toAppId(kind, id)}_${version || '0'}`
}

/** The record whose picture is meant: the id of a cover, or of the record itself. */
export function readCoverId(given: string): KnownId | undefined {
  return readAppId(COVER.exec(given)?.[1] ?? given)
}
