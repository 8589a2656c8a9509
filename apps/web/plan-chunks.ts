/** A module of the pages: bytes of its code, and what it imports statically. */
export interface PlannedModule {
  readonly size: number
  readonly imports: readonly string[]
  /** Stays in a chunk of its own, such as a library. */
  readonly isAlone?: boolean
}

/** Modules that are loaded together: a screen or several, or another part that is loaded on demand. */
export interface Part {
  readonly modules: readonly string[]
  /** How much its bytes count, against 1 for what is rarely loaded. */
  readonly weight: number
  /** Loaded in every long visit: each of its chunks costs that a request. */
  readonly isPrefetched: boolean
}

export interface PlanInput {
  readonly modules: ReadonlyMap<string, PlannedModule>
  readonly parts: readonly Part[]
  /** How many chunks the prefetched parts may have. */
  readonly most: number
}

/** Chunks by number: their modules, their bytes, and the chunks that they import. */
interface Plan {
  readonly modules: readonly (readonly string[])[]
  readonly sizes: readonly number[]
  readonly imports: readonly ReadonlySet<number>[]
  /** Of each part, the chunks that it starts from. */
  readonly starts: readonly { readonly chunks: ReadonlySet<number>; readonly part: Part }[]
}

/**
 * Distributes modules to chunks. At first, modules that the same parts need share a chunk, so that no part loads what it does not
 * need; then chunks are merged where that adds the fewest bytes to the parts, until few enough are left.
 * @returns the modules of each chunk; every chunk comes after those that it imports
 */
export function planChunks(input: PlanInput): (readonly string[])[] {
  let plan = describe(splitByNeed(input), input)
  for (;;) {
    const counted = mergeable(plan, input)
    if (counted.length <= input.most) break
    plan = describe(merge(plan, cheapestPair(plan, counted)), input)
  }
  return inOrder(plan)
    .map(chunk => plan.modules[chunk] ?? [])
    .filter(([id = '']) => !input.modules.get(id)?.isAlone)
}

function splitByNeed({ modules, parts }: PlanInput): string[][] {
  const needs = new Map<string, string>()
  parts.forEach((part, index) => {
    for (const id of reach(part.modules, from => modules.get(from)?.imports ?? []))
      if (modules.has(id)) needs.set(id, `${needs.get(id) ?? ''} ${index}`)
  })
  const keyOf = (id: string) => (modules.get(id)?.isAlone ? id : needs.get(id))
  return Array.from(Map.groupBy(needs.keys(), keyOf).values())
}

function describe(chunks: readonly (readonly string[])[], { modules, parts }: PlanInput): Plan {
  const chunkOf = new Map(chunks.flatMap((ids, chunk) => ids.map(id => [id, chunk] as const)))
  const chunksOf = (ids: readonly string[]) => new Set(ids.flatMap(id => chunkOf.get(id) ?? []))
  return {
    modules: chunks,
    sizes: chunks.map(ids => ids.reduce((sum, id) => sum + (modules.get(id)?.size ?? 0), 0)),
    imports: chunks.map(ids => chunksOf(ids.flatMap(id => modules.get(id)?.imports ?? []))),
    starts: parts.map(part => ({ chunks: chunksOf(part.modules), part })),
  }
}

/** Chunks of the prefetched parts that may be merged. */
function mergeable({ modules: chunks, starts, imports }: Plan, { modules }: PlanInput): number[] {
  const loaded = starts.flatMap(start => (start.part.isPrefetched ? Array.from(start.chunks) : []))
  return Array.from(reach(loaded, chunk => imports[chunk] ?? [])).filter(
    chunk => !modules.get(chunks[chunk]?.[0] ?? '')?.isAlone,
  )
}

function cheapestPair(plan: Plan, chunks: readonly number[]): readonly [number, number] {
  const loadedWith = plan.modules.map((_, chunk) => reach([chunk], each => plan.imports[each] ?? []))
  const loaded = plan.starts.map(({ chunks: from, part }) => ({
    chunks: reach(from, each => plan.imports[each] ?? []),
    weight: part.weight,
  }))
  let best: readonly [number, number] = [0, 0]
  let fewest = Number.POSITIVE_INFINITY
  chunks.forEach((one, index) => {
    for (const other of chunks.slice(index + 1)) {
      const bytes = addedBytes(one, other)
      if (bytes >= fewest) continue
      fewest = bytes
      best = [one, other]
    }
  })
  return best

  /** What the parts load in addition, each opened alone and weighed, if two chunks are one. */
  function addedBytes(one: number, other: number): number {
    let bytes = 0
    for (const part of loaded) {
      const [hasOne, hasOther] = [part.chunks.has(one), part.chunks.has(other)]
      if (hasOne === hasOther) continue
      for (const chunk of loadedWith[hasOne ? other : one] ?? [])
        if (!part.chunks.has(chunk)) bytes += part.weight * (plan.sizes[chunk] ?? 0)
    }
    return bytes
  }
}

/** Merges two chunks, and with them those that import the one and are imported by it. */
function merge({ modules, imports }: Plan, pair: readonly number[]): (readonly string[])[] {
  const below = reach(pair, chunk => imports[chunk] ?? [])
  const isAbove = (chunk: number) => pair.some(each => reach([chunk], from => imports[from] ?? []).has(each))
  const merged = Array.from(below).filter(chunk => pair.includes(chunk) || isAbove(chunk))
  return [
    ...modules.filter((_, chunk) => !merged.includes(chunk)),
    merged.flatMap(chunk => modules[chunk] ?? []),
  ]
}

/** The chunks, each after those that it imports. */
function inOrder({ modules, imports }: Plan): number[] {
  const ordered = new Set<number>()
  const seen = new Set<number>()
  const add = (chunk: number) => {
    if (seen.has(chunk)) return
    seen.add(chunk)
    imports[chunk]?.forEach(add)
    ordered.add(chunk)
  }
  modules.forEach((_, chunk) => {
    add(chunk)
  })
  return Array.from(ordered)
}

/** The given ones and all that can be reached from them. */
function reach<Node>(from: Iterable<Node>, next: (node: Node) => Iterable<Node>): Set<Node> {
  const found = new Set(from)
  // A set may grow while it is walked.
  for (const node of found) for (const other of next(node)) found.add(other)
  return found
}
