import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface Source {
  /** Path from the root of the repository. */
  readonly path: string
  readonly text: string
  readonly lines: number
  /** Files of this repository that it imports, types included. */
  readonly imports: readonly string[]
  /** Packages and Node modules that it imports. */
  readonly packages: readonly string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g
const OWN = '@refrain/'

/** Every TypeScript file under version control that is not a test. */
export function readSources(): Source[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed
    .split('\n')
    .filter(path => path && !path.includes('.test.') && existsSync(join(root, path)))
    .map(readSource)
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const named = Array.from(text.matchAll(IMPORT), match => (match[1] ?? match[2]) as string)
  const own = (name: string) => name.startsWith('.') || name.startsWith(OWN)
  return {
    path,
    text,
    lines: text.split('\n').length,
    imports: named.filter(own).map(name => locate(path, name)),
    packages: named.filter(name => !own(name)),
  }
}

/** The file an import of our own leads to. */
function locate(from: string, name: string): string {
  if (name.startsWith('.')) return normalize(join(dirname(from), name))
  const [, workspace, ...rest] = name.split('/')
  // A package with a single entry names it after itself.
  const base = `packages/${workspace}/src/${rest.join('/') || workspace}`
  return existsSync(join(root, `${base}.ts`)) && statSync(join(root, `${base}.ts`)).isFile()
    ? `${base}.ts`
    : base
}
