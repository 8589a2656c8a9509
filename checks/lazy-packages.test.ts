import { expect, it } from 'vitest'
import { readSources } from './sources.ts'

/** What the service loads at its start: the second by `import()`, once it has read its settings. */
const START = ['apps/server/src/bin/serve.ts', 'apps/server/src/bin/serve-process.ts']
/**
 * Large, or with native code, and for what many services never do. Node loads its `fetch` for whoever imports `node:http`, which
 * packages require instead.
 */
const LAZY = [
  '@simplewebauthn/server',
  'ioredis',
  'jose',
  'mediabunny',
  'node:http',
  'node:https',
  'nodemailer',
  'pg',
  'prom-client',
  's3mini',
  'sharp',
  'web-push',
]

const sources = new Map(readSources().map(source => [source.path, source]))

/** Packages that a program loads at once, each with the chain of files that leads to it. */
function loadedPackages(programs: readonly string[]): Map<string, string> {
  const chains = new Map(programs.map(path => [path, path]))
  const packages = new Map<string, string>()
  for (const [path, chain] of chains) {
    for (const loaded of sources.get(path)?.loadedAtOnce ?? []) {
      const known = sources.has(loaded) ? chains : packages
      if (!known.has(loaded)) known.set(loaded, `${chain} → ${loaded}`)
    }
  }
  return packages
}

it('loads at the start of the service no package that it may never need', () => {
  const loaded = loadedPackages(START)
  expect([...loaded.keys()]).toEqual(expect.arrayContaining(['fastify', 'kysely']))
  const tooEarly = LAZY.flatMap(name =>
    [...loaded].filter(([one]) => one === name || one.startsWith(`${name}/`)),
  )
  expect(tooEarly.map(([, chain]) => chain)).toEqual([])
})
