import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

/** Packages in import and export statements, dynamic imports and vi.mock(): `@scope/name` or `name`. */
const PACKAGE =
  /(?:\bfrom |\bimport |\bimport\(|\bvi\.mock\()\s*['"](?!\.|node:|virtual:)((?:@[\w-]+\/)?[\w.-]+)/g

const list = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean)

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

const workspaces = list('*/package.json', '*/*/package.json').map(dirname)
const shared = Object.keys(readManifest('.').devDependencies ?? {})

it.each(workspaces)('%s declares every package that it imports', workspace => {
  const { name, dependencies = {}, devDependencies = {} } = readManifest(workspace)
  const declared = new Set([name, ...shared, ...Object.keys(dependencies), ...Object.keys(devDependencies)])
  const undeclared = list(`${workspace}/**/*.ts`, `${workspace}/**/*.tsx`, `${workspace}/*.ts`).flatMap(
    path =>
      Array.from(readFileSync(join(root, path), 'utf8').matchAll(PACKAGE), match => match[1] as string)
        .filter(imported => !declared.has(imported))
        .map(imported => `${path} → ${imported}`),
  )
  expect(undeclared).toEqual([])
})

it('has a reason for every package that a workspace declares', () => {
  const unused = workspaces.flatMap(workspace => {
    const { dependencies = {}, devDependencies = {} } = readManifest(workspace)
    const text = list(`${workspace}/**`, `${workspace}/*`)
      .filter(path => !path.endsWith('package.json'))
      .map(path => readFileSync(join(root, path), 'utf8'))
      .join('\n')
    return Object.keys({ ...dependencies, ...devDependencies })
      .filter(name => !name.startsWith('@types/') && !text.includes(name))
      .map(name => `${workspace}: ${name}`)
  })
  expect(unused).toEqual([])
})
