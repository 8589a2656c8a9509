import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'
import { drawsIcons, findIcons, ICONS } from './first-load-icons.ts'
import { oftenLoaded, prefetchedParts } from './loaded-parts.ts'
import { type Part, type PlannedModule, planChunks } from './plan-chunks.ts'

/** Frameworks change rarely, so browsers cache this chunk across releases. */
const FRAMEWORKS =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//

/** Own code only: tree shaking decides how much of a library belongs to the first load. */
const OWN_CODE = /^(?!.*\/node_modules\/)/

/** Path of a package in the path of one of its modules. */
const PACKAGE = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/

/** Chunk names and the modules they start from: what every screen needs, then what Home needs in addition. */
const FIRST = {
  frame: ['main.tsx'],
  // With what nearly every screen needs: in any other chunk it would make all screens load that.
  home: ['pages/home-page.tsx', 'pages/components/page-heading.tsx', 'ui/browser/copy-text.ts'],
}

/** The chunks of the first visit, which load in parallel. */
export const firstLoadNames = ['frameworks', 'icons', ...Object.keys(FIRST)]

/** How many chunks what is prefetched may have, beside the first load and libraries. */
const MOST = 28
/** Beside them, one for each part that is loaded when it is used. */
const MOST_GROUPS = 100

/** Libraries that have chunks of the first load. */
const IN_FIRST_LOAD = /node_modules\/(react|react-dom|react-router|lucide-react|@tanstack\/react-query)$/

/** About what another library adds, in bytes before compression. */
const LIBRARY = 15_000

/** The id of a module as Vite writes it: with forward slashes on Windows as well. */
function modulePath(path: string): string {
  return normalizePath(fileURLToPath(new URL(`./src/${path}`, import.meta.url)))
}

interface ModuleInfo {
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

interface Context {
  getModuleInfo(id: string): ModuleInfo | null
}

/**
 * Groups code into few chunks: on a slow line many small ones would queue up. A group takes along what its modules import,
 * unless a group before it has that.
 */
export const chunkGroups = [
  { name: 'frameworks', test: FRAMEWORKS },
  {
    debugName: 'icons',
    test: ICONS,
    minShareCount: 2,
    name: (id: string, context: Context) => (drawsIcons(id, firstLoadIcons(context)) ? 'icons' : null),
  },
  ...Object.entries(FIRST).map(([name, entries]) => ({
    debugName: name,
    test: OWN_CODE,
    name: (id: string, context: Context) => (importedBy(name, entries, context).has(id) ? name : null),
  })),
  // Those of several later screens.
  { name: 'more-icons', test: ICONS, minShareCount: 2 },
  { name: 'libraries', test: /node_modules\//, minShareCount: 2, entriesAware: true },
  ...Array.from({ length: MOST_GROUPS }, (_, index) => ({
    debugName: `planned ${index}`,
    test: OWN_CODE,
    name: (id: string, context: Context) => plan(context)[index]?.get(id) ?? null,
  })),
].map((group, index, { length }) => ({ ...group, priority: length - index }))

const known = new Map<string, ReadonlySet<string>>()

/** Own modules that these import, directly or not, but not on demand. */
function importedBy(name: string, entries: readonly string[], context: Context): ReadonlySet<string> {
  let modules = known.get(name)
  if (!modules) {
    modules = collect(entries.map(modulePath), id => context.getModuleInfo(id)?.importedIds ?? [])
    known.set(name, modules)
  }
  return modules
}

function collect(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id) || !OWN_CODE.test(id)) return
    found.add(id)
    next(id).forEach(add)
  }
  from.forEach(add)
  return found
}

let icons: ReadonlySet<string> | undefined

function firstLoadIcons(context: Context): ReadonlySet<string> {
  icons ??= findIcons(firstLoad(context), id => context.getModuleInfo(id))
  return icons
}

/** Own modules of the first load. */
function firstLoad(context: Context): ReadonlySet<string> {
  return new Set(
    Object.entries(FIRST).flatMap(([name, entries]) => Array.from(importedBy(name, entries, context))),
  )
}

let planned: readonly ReadonlyMap<string, string>[] | undefined

/** The other chunks: of each, the name by module. */
function plan(context: Context): readonly ReadonlyMap<string, string>[] {
  if (planned) return planned
  const infoOf = (id: string) => context.getModuleInfo(id)
  const first = firstLoad(context)
  const all = collect(Array.from(first), id => {
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
    return [...importedIds, ...dynamicallyImportedIds]
  })
  const rest = Array.from(all).filter(id => !first.has(id))
  const modules = describeModules(rest, infoOf)
  const onDemand = new Set(Array.from(all).flatMap(id => infoOf(id)?.dynamicallyImportedIds ?? []))
  const parts = describeParts(rest.filter(id => onDemand.has(id)))
  const chunks = planChunks({ modules, parts, most: MOST })
  if (chunks.length > MOST_GROUPS) throw new Error(`There are ${chunks.length} chunks: raise MOST_GROUPS.`)
  const starts = parts.flatMap(part => part.modules)
  const sizeOf = (id: string) => modules.get(id)?.size ?? 0
  planned = chunks.map(ids => {
    const named = starts.find(id => ids.includes(id)) ?? ids.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
    return new Map(ids.map(id => [id, basename(named).replace(/\.\w+$/, '')]))
  })
  return planned
}

/** The modules, and the libraries that they import, which have chunks of their own. */
function describeModules(
  ids: readonly string[],
  infoOf: (id: string) => ModuleInfo | null,
): Map<string, PlannedModule> {
  const modules = new Map<string, PlannedModule>()
  for (const id of ids) {
    const { code = '', importedIds = [] } = infoOf(id) ?? {}
    const imports = importedIds.map(to => PACKAGE.exec(to)?.[0] ?? to)
    modules.set(id, { size: code?.length ?? 0, imports })
    for (const to of imports)
      if (PACKAGE.test(to) && !IN_FIRST_LOAD.test(to))
        modules.set(to, { size: LIBRARY, imports: [], isAlone: true })
  }
  return modules
}

function describeParts(onDemand: readonly string[]): Part[] {
  const prefetched = prefetchedParts.map(([weight, ...paths]) => ({
    modules: paths.map(modulePath),
    weight,
    isPrefetched: true,
  }))
  const listed = new Set(prefetched.flatMap(part => part.modules))
  const weights = new Map(Object.entries(oftenLoaded).map(([path, weight]) => [modulePath(path), weight]))
  const others = onDemand.filter(id => !listed.has(id))
  return [
    ...prefetched,
    ...others.map(id => ({ modules: [id], weight: weights.get(id) ?? 1, isPrefetched: false })),
  ]
}
