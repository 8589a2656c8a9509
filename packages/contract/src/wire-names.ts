/**
 * What the fields of a value are called on the wire, by the names that our code uses. Fields of the same name are left
 * out. An object names the fields inside a field, or inside the items of a list.
 */
export interface WireNames {
  readonly [field: string]: string | WireNames
}

interface Renamed {
  readonly to: string
  readonly inside?: Renames
}
type Renames = ReadonlyMap<string, Renamed>

const toWireRenames = new WeakMap<WireNames, Renames>()
const fromWireRenames = new WeakMap<WireNames, Renames>()

/** Renames the fields of a value, or of the items of a list, to their wire names; copies only what has names. */
export function toWire(value: unknown, names: WireNames | undefined): unknown {
  return names ? rename(value, renamesOf(names, toWireRenames)) : value
}

/** Renames fields from their wire names to ours; copies only what has names. */
export function fromWire(value: unknown, names: WireNames | undefined): unknown {
  return names ? rename(value, renamesOf(names, fromWireRenames)) : value
}

function renamesOf(names: WireNames, known: WeakMap<WireNames, Renames>): Renames {
  const renames = known.get(names) ?? new Map(Object.entries(names).map(entry => toRename(entry, known)))
  known.set(names, renames)
  return renames
}

function toRename(
  [field, wire]: [string, string | WireNames],
  known: WeakMap<WireNames, Renames>,
): [string, Renamed] {
  if (typeof wire !== 'string') return [field, { to: field, inside: renamesOf(wire, known) }]
  return known === toWireRenames ? [field, { to: wire }] : [wire, { to: field }]
}

// Keeps the order of fields, so that the wire format stays the same byte for byte. Called for each of thousands of tracks.
function rename(value: unknown, renames: Renames): unknown {
  if (Array.isArray(value)) return value.map(item => rename(item, renames))
  if (value === null || typeof value !== 'object') return value
  const renamed: Record<string, unknown> = {}
  for (const field in value) {
    const content = (value as Record<string, unknown>)[field]
    const found = renames.get(field)
    if (!found) renamed[field] = content
    else renamed[found.to] = found.inside ? rename(content, found.inside) : content
  }
  return renamed
}
