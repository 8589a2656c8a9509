/** What tells a playlist file again that stands elsewhere. */
interface ListPlace {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

/**
 * Pairs files that are gone with new ones, where a list or a folder was moved or renamed: they have the same size and time, and the
 * same name if that decides it. Where several could be meant, none is.
 */
export function pairMoved<G extends ListPlace, F extends ListPlace>(
  gone: readonly G[],
  found: readonly F[],
): { readonly from: G; readonly to: F }[] {
  const named = pairBy(gone, found, place => `${nameOf(place.path)}/${contentOf(place)}`)
  const from = new Set(named.map(pair => pair.from))
  const to = new Set(named.map(pair => pair.to))
  const left = gone.filter(each => !from.has(each))
  const right = found.filter(each => !to.has(each))
  return [...named, ...pairBy(left, right, contentOf)]
}

function pairBy<G extends ListPlace, F extends ListPlace>(
  gone: readonly G[],
  found: readonly F[],
  keyOf: (place: ListPlace) => string,
) {
  const byKey = Map.groupBy(found, keyOf)
  return [...Map.groupBy(gone, keyOf)].flatMap(([key, [from, ...more]]) => {
    const [to, ...others] = byKey.get(key) ?? []
    return from && to && more.length + others.length === 0 ? [{ from, to }] : []
  })
}

const nameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? ''

const contentOf = ({ size, mtimeMs }: ListPlace) => `${size}/${mtimeMs}`
