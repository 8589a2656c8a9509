import { basename } from 'node:path'

/** Icons, of which each is a module, and what draws them. */
export const ICONS = /node_modules\/lucide-react\//
const ICON = /\/icons\/([\w-]+)\.mjs$/
/** The module that all icons are imported from, and what it says of one. */
const INDEX = /\/lucide-react\/dist\/esm\/lucide-react\.mjs$/
const INDEXED = /export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/g

const IMPORTED = /import \{([^}]+)\} from ["']lucide-react["']/g

interface Module {
  readonly code: string | null
  readonly importedIds: readonly string[]
}

/**
 * Finds the icons that modules import, by the names of their files.
 * @param modules that are loaded together
 * @param infoOf what is known of a module
 */
export function findIcons(
  modules: Iterable<string>,
  infoOf: (id: string) => Module | null,
): ReadonlySet<string> {
  const icons = new Set<string>()
  let files: ReadonlyMap<string, string> | undefined
  for (const id of modules) {
    const { code, importedIds = [] } = infoOf(id) ?? {}
    const index = importedIds.find(each => INDEX.test(each))
    if (!code || !index) continue
    files ??= readIndex(infoOf(index)?.code ?? '')
    for (const [, names = ''] of code.matchAll(IMPORTED))
      for (const name of names.split(',')) icons.add(fileOf(files, name.trim().split(' as ')[0] ?? ''))
  }
  return icons
}

/** Whether a module of the library is one of these icons, or what draws all of them. */
export function drawsIcons(id: string, icons: ReadonlySet<string>): boolean {
  return !ICON.test(id) || icons.has(basename(id, '.mjs'))
}

/** The file of each icon by its names: many have several. */
function readIndex(code: string): ReadonlyMap<string, string> {
  return new Map(
    Array.from(code.matchAll(INDEXED)).flatMap(([, names = '', file = '']) =>
      Array.from(names.matchAll(/default as (\w+)/g), ([, name = '']) => [name, file] as const),
    ),
  )
}

function fileOf(files: ReadonlyMap<string, string>, name: string): string {
  const file = files.get(name)
  if (!file) throw new Error(`There is no icon ${name}.`)
  return file
}
