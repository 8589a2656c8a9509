import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

/** Frameworks change rarely, so browsers cache this chunk across releases. */
const FRAMEWORKS =
  /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//

/** Own code only: tree shaking decides how much of a library belongs to the first load. */
const OWN_CODE = /^(?!.*\/node_modules\/)/

/** Chunk names and the modules they start from: what every screen needs, then what Home needs in addition. */
const ENTRIES = [
  ['frame', modulePath('./src/main.tsx')],
  ['home', modulePath('./src/pages/home-page.tsx')],
] as const

/** The id of a module as Vite writes it: with forward slashes on Windows as well. */
function modulePath(path: string): string {
  return normalizePath(fileURLToPath(new URL(path, import.meta.url)))
}

interface Context {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/** Groups the code of a first visit into a few chunks that load in parallel; many small ones would queue up. */
export const firstLoadFiles = [
  { name: 'frameworks', test: FRAMEWORKS, priority: 1 },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2, priority: 1 },
  {
    debugName: 'first load',
    test: OWN_CODE,
    name: (id: string, context: Context) =>
      ENTRIES.find(([, entry]) => isReachable(context, entry, id))?.[0] ?? null,
  },
]

export const firstLoadNames = ['frameworks', 'icons', ...ENTRIES.map(([name]) => name)]

const reachable = new Map<string, Set<string>>()

/** Whether `entry` imports `id`, directly or not. */
function isReachable(context: Context, entry: string, id: string): boolean {
  let modules = reachable.get(entry)
  if (!modules) {
    modules = new Set()
    const add = (module: string) => {
      if (modules?.has(module) || !OWN_CODE.test(module)) return
      modules?.add(module)
      context.getModuleInfo(module)?.importedIds.forEach(add)
    }
    add(entry)
    reachable.set(entry, modules)
  }
  return modules.has(id)
}
