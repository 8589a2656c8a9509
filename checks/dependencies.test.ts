import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { listFiles, readFile } from './sources.ts'

interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

/** Packages in import and export statements, dynamic imports and vi.mock(): `@scope/name` or `name`. */
const PACKAGE =
  /(?:\bfrom |\bimport |\bimport\(|\bvi\.mock\()\s*['"](?!\.|node:|virtual:)((?:@[\w-]+\/)?[\w.-]+)/g

const readManifest = (folder: string) => JSON.parse(readFile(`${folder}/package.json`)) as Manifest

const workspaces = listFiles('*/package.json', '*/*/package.json').map(dirname)
const shared = Object.keys(readManifest('.').devDependencies ?? {})

it.each(workspaces)('%s declares every package that it imports', workspace => {
  const { name, dependencies = {}, devDependencies = {} } = readManifest(workspace)
  const declared = new Set([name, ...shared, ...Object.keys(dependencies), ...Object.keys(devDependencies)])
  const undeclared = listFiles(`${workspace}/**/*.ts`, `${workspace}/**/*.tsx`, `${workspace}/*.ts`).flatMap(
    path =>
      Array.from(readFile(path).matchAll(PACKAGE), match => match[1] as string)
        .filter(imported => !declared.has(imported))
        .map(imported => `${path} → ${imported}`),
  )
  expect(undeclared).toEqual([])
})

it('has a reason for every package that a workspace declares', () => {
  const unused = workspaces.flatMap(workspace => {
    const { dependencies = {}, devDependencies = {} } = readManifest(workspace)
    const text = listFiles(`${workspace}/**`, `${workspace}/*`)
      .filter(path => !path.endsWith('package.json'))
      .map(path => readFile(path))
      .join('\n')
    return Object.keys({ ...dependencies, ...devDependencies })
      .filter(name => !name.startsWith('@types/') && !text.includes(name))
      .map(name => `${workspace}: ${name}`)
  })
  expect(unused).toEqual([])
})
