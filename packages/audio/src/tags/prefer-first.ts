import type { IMetadataEvent, IOptions } from 'music-metadata'
import { TAG_KINDS } from './tag-kinds.ts'

/** Texts of which a file has one. */
const SINGLE = new Set(['title', 'album', 'date', 'year', 'originaldate', 'originalyear', 'releasedate'])

type Native = IMetadataEvent['metadata']['native']

/**
 * Lets the first of repeated tags win, and the number in the better kind of tags. The tag library takes the last one of a kind, and of
 * numbers the last one of all: that of ID3v1, at the end of the file.
 */
export function preferFirst(): NonNullable<IOptions['observer']> {
  const firsts = new Map<string, { rank: number; value: unknown }>()
  const seen = new Map<string, number>()
  return ({ metadata, tag }) => {
    if (tag.type !== 'common') return
    const { common, native } = metadata
    const rank = rankOfLatest(native, seen)
    const known = firsts.get(tag.id)
    if (tag.id === 'track' || tag.id === 'disk') {
      const number = common[tag.id]
      if (known && known.rank <= rank) number.no = known.value as number
      else if (number.no !== null) firsts.set(tag.id, { rank, value: number.no })
    } else if (SINGLE.has(tag.id)) {
      if (known?.rank === rank) Object.assign(common, { [tag.id]: known.value })
      else firsts.set(tag.id, { rank, value: tag.value })
    }
  }
}

/** The kind of the tag that was added last: kinds are read one after the other. */
function rankOfLatest(native: Native, seen: Map<string, number>): number {
  let latest = ''
  for (const [kind, tags] of Object.entries(native)) {
    if (seen.get(kind) !== tags.length) latest = kind
    seen.set(kind, tags.length)
  }
  const rank = TAG_KINDS.indexOf(latest)
  return rank < 0 ? TAG_KINDS.length : rank
}
