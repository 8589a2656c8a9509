interface Identified {
  readonly id: string
}

/** Where each id stands, looked through once for each list: lists are replaced, never changed in place. */
const known = new WeakMap<readonly Identified[], Map<string, number>>()

function placesIn(list: readonly Identified[]): Map<string, number> {
  const places = known.get(list) ?? new Map(list.map(({ id }, place) => [id, place]))
  known.set(list, places)
  return places
}

/** Place of an id in a list that has it at most once; -1 where it is not in it. */
export function placeOf(list: readonly Identified[], id: string): number {
  return placesIn(list).get(id) ?? -1
}

/** The list with one more at its end. What is known of its places goes along, so that many may be added. */
export function withLast<Item extends Identified>(list: readonly Item[], item: Item): readonly Item[] {
  const longer = [...list, item]
  known.set(longer, placesIn(list).set(item.id, list.length))
  known.delete(list)
  return longer
}

/** The list with each id once, where it stands first; the same object where nothing is twice. */
export function distinct<Item extends Identified>(list: readonly Item[]): readonly Item[] {
  const seen = new Set<string>()
  const once = list.filter(({ id }) => !seen.has(id) && seen.add(id))
  return once.length === list.length ? list : once
}
