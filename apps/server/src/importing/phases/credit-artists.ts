import { findGuests } from '@refrain/audio/tags/names/find-guests'
import type { NameRule } from '@refrain/audio/tags/names/name-rule'
import { giveSortNames } from '@refrain/audio/tags/names/sort-names'
import {
  type CreditedName,
  listQuestions,
  listTitleQuestions,
  MAX_QUESTIONS,
  type Stands,
  splitNames,
} from '@refrain/audio/tags/names/split-names'
import type { Named, Tags } from '@refrain/audio/tags/read-tags'
import type { CreditRole } from '@refrain/contract/catalogue/credit-roles'
import { foldName } from '@refrain/contract/fold-name'

/** How names are read, and what the rest of the collection tells about them. */
export interface NameEvidence {
  readonly rule: NameRule
  readonly stands: Stands
}

/** The artists of a track: the main ones, then the guests that its artists or its title name. */
export function creditArtists(
  tags: Pick<Tags, 'title' | 'credit' | 'artists' | 'albumArtists' | 'sortTexts'>,
  fallback: Named,
  { rule, stands }: NameEvidence,
): CreditedName[] {
  const { artists, sortTexts } = tags
  const named = splitNames(artists, rule, stands)
  // A name of one field is not taken apart in another.
  const isOne = (folded: string) => stands(folded) || named.some(({ name }) => foldName(name) === folded)
  const guests = findGuests(tags.credit, rule, isOne).guests.map(foldName)
  // A field that lists the artists does not tell who of them is a guest; the credit does.
  const withGuests = named.map(one =>
    guests.includes(foldName(one.name)) ? { ...one, role: 'guest' as const } : one,
  )
  const roles = withGuests.some(isMain) ? withGuests : named
  const credited = giveSortNames(roles, sortTexts.artists, rule, stands)
  const leads = credited.filter(isMain)
  const invited = credited.filter(one => !isMain(one))
  const inTitle = findGuests(tags.title, rule, isOne).guests.map(name => ({
    name,
    mbid: '',
    role: 'guest' as const,
  }))
  const others = leads.length > 0 ? leads : leadAlbumArtists(tags, { rule, stands })
  return distinct([
    ...(others.length > 0 ? others : [{ ...fallback, role: 'main' as const }]),
    ...invited,
    ...inTitle,
  ])
}

/** Credits of one track: a hostile one would have hundreds. */
const MAX_CREDITS = 64

/** Somebody who does something else than perform. */
export interface OtherCredit {
  readonly role: CreditRole
  readonly name: string
  /** The artist of the track who is the same person. */
  readonly performer: Named | undefined
}

/**
 * The people of a track who do something else than perform. The collection is not asked about their names: what is written of
 * composers would be evidence about few artists.
 */
export function creditOthers(
  { credits }: Pick<Tags, 'credits'>,
  artists: readonly Named[],
  rule: NameRule,
): OtherCredit[] {
  const performers = new Map(artists.map(artist => [foldName(artist.name), artist]))
  const all = credits.flatMap(({ role, names }) =>
    splitNames(names, rule, name => performers.has(name)).map(({ name }) => ({
      ...{ role, name },
      performer: performers.get(foldName(name)),
    })),
  )
  return all.slice(0, MAX_CREDITS)
}

/** The artists of the album, without their guests. */
export function leadAlbumArtists(
  { albumArtists, sortTexts }: Pick<Tags, 'albumArtists' | 'sortTexts'>,
  { rule, stands }: NameEvidence,
): CreditedName[] {
  const leads = splitNames(albumArtists, rule, stands).filter(isMain)
  return giveSortNames(leads, sortTexts.albumArtists, rule, stands)
}

/** Folded names about which the rest of the collection is asked for a track. */
export function listTrackQuestions(
  { title, artists, albumArtists }: Pick<Tags, 'title' | 'artists' | 'albumArtists'>,
  rule: NameRule,
): string[] {
  const questions = [
    ...listQuestions(artists, rule),
    // A list of the artists answers them.
    ...(artists.isList ? [] : listTitleQuestions(title, rule)),
    ...listQuestions(albumArtists, rule),
  ]
  return [...new Set(questions)].slice(0, MAX_QUESTIONS)
}

const isMain = ({ role }: CreditedName) => role === 'main'

function distinct(names: readonly CreditedName[]): CreditedName[] {
  return names.filter((one, n) => names.findIndex(({ name }) => foldName(name) === foldName(one.name)) === n)
}
