import { fileURLToPath } from 'node:url'

/** What the pages stand on changes seldom: browsers keep it over many releases. */
const GROUND = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\//

/** Of a library, an import does not say how much of it is used. */
const OURS = /^(?!.*\/node_modules\/)/

/** Where code is reached from: what every screen needs, then what Home needs besides. */
const ROOTS = [
  ['frame', source('main.tsx')],
  ['home', source('pages/home-page.tsx')],
] as const

interface Context {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

/**
 * What a first visit needs comes in a few files that travel at once; cut finer, each small file would wait
 * for its turn on a slow network.
 */
export const firstLoadFiles = [
  { name: 'ground', test: GROUND, priority: 1 },
  { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2, priority: 1 },
  {
    debugName: 'first load',
    test: OURS,
    name: (id: string, context: Context) => ROOTS.find(([, root]) => reaches(context, root, id))?.[0] ?? null,
  },
]

export const firstLoadNames = ['ground', 'icons', ...ROOTS.map(([name]) => name)]

const reached = new Map<string, Set<string>>()

/** Whether `id` is imported by `root`, or by what that imports. */
function reaches(context: Context, root: string, id: string): boolean {
  let all = reached.get(root)
  if (!all) {
    all = new Set()
    const add = (found: string) => {
      if (all?.has(found) || !OURS.test(found)) return
      all?.add(found)
      context.getModuleInfo(found)?.importedIds.forEach(add)
    }
    add(root)
    reached.set(root, all)
  }
  return all.has(id)
}

function source(path: string): string {
  return fileURLToPath(new URL(`./src/${path}`, import.meta.url))
}
