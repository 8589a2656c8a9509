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
  /** Imported files of this repository, types included. */
  readonly imports: readonly string[]
  /** Imported packages and Node modules. */
  readonly packages: readonly string[]
  /** Of both, those that are loaded with this file: neither types nor what `import()` loads later. */
  readonly loadedAtOnce: readonly string[]
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g
const LOADING = /(?:^|\n)(?:import|export)\s(?!type\s)(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]/g
const OWN_PACKAGES = '@refrain/'

/** Paths of the repository's files that match Git patterns, new files included. */
export function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(listed.split('\n'))].filter(path => path && existsSync(join(root, path)))
}

export function readFile(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Every TypeScript file that is not a test. */
export function readSources(): Source[] {
  return listFiles('*.ts', '*.tsx')
    .filter(path => !path.includes('.test.'))
    .map(readSource)
}

function readSource(path: string): Source {
  const text = readFile(path)
  const specifiers = Array.from(text.matchAll(IMPORT), match => (match[1] ?? match[2]) as string)
  const isOwn = (specifier: string) => specifier.startsWith('.') || specifier.startsWith(OWN_PACKAGES)
  return {
    path,
    text,
    lines: text.split('\n').length,
    imports: specifiers.filter(isOwn).map(specifier => resolveImport(path, specifier)),
    packages: specifiers.filter(specifier => !isOwn(specifier)),
    loadedAtOnce: Array.from(text.matchAll(LOADING), match => match[1] as string).map(specifier =>
      isOwn(specifier) ? resolveImport(path, specifier) : specifier,
    ),
  }
}

/** The file that an import of this repository refers to. */
function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const [, workspace, ...rest] = specifier.split('/')
  // A package with a single entry names it after itself.
  const base = `packages/${workspace}/src/${rest.join('/') || workspace}`
  return existsSync(join(root, `${base}.ts`)) && statSync(join(root, `${base}.ts`)).isFile()
    ? `${base}.ts`
    : base
}
