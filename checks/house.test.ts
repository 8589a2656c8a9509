import { describe, expect, it } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** The six words of docs/house.md, each of which may import those before it. */
const WORDS = ['media', 'account', 'catalogue', 'listening', 'library', 'notifications']
const sources = readSources()
const sides = ['apps/server/src', 'apps/web/src', 'packages/contract/src']

/** Place of a file's word on the ladder, -1 where it belongs to no word. */
function rung(path: string): number {
  const side = sides.find(start => path.startsWith(`${start}/`))
  const word = side && path.slice(side.length + 1).split(/[/.]/)[0]
  return word ? WORDS.indexOf(word) : -1
}

function broken(allowed: (file: Source, imported: string) => boolean): string[] {
  return sources.flatMap(file =>
    file.imports.filter(imported => !allowed(file, imported)).map(imported => `${file.path} → ${imported}`),
  )
}

describe('the house', () => {
  it('lets a word import only the words before it', () => {
    expect(broken((file, imported) => rung(file.path) < 0 || rung(imported) <= rung(file.path))).toEqual([])
  })

  it('has no ring of imports', () => {
    expect(findRing()).toEqual([])
  })

  it('keeps the pages and the server apart', () => {
    expect(
      broken(
        (file, imported) =>
          !(file.path.startsWith('apps/web/') && imported.startsWith('apps/server/')) &&
          !(file.path.startsWith('apps/server/') && imported.startsWith('apps/web/')),
      ),
    ).toEqual([])
  })

  it('lets the contract import zod and nothing else', () => {
    const contract = sources.filter(file => file.path.startsWith('packages/contract/'))
    expect(contract.flatMap(file => file.packages).filter(name => name !== 'zod/mini')).toEqual([])
    expect(
      contract.flatMap(file => file.imports).filter(name => !name.startsWith('packages/contract/')),
    ).toEqual([])
  })

  it('lets the playback engine import nothing', () => {
    const player = sources.filter(
      file => file.path.startsWith('packages/player/') && !file.path.includes('/testing/'),
    )
    expect(player.flatMap(file => file.packages)).toEqual([])
    expect(player.flatMap(file => file.imports).filter(name => !name.startsWith('packages/player/'))).toEqual(
      [],
    )
  })

  it('lets the audio package import the contract and nothing else of ours', () => {
    const audio = sources.filter(
      file => file.path.startsWith('packages/audio/') && !file.path.includes('/testing/'),
    )
    expect(
      audio.flatMap(file => file.imports).filter(name => !/^packages\/(audio|contract)\//.test(name)),
    ).toEqual([])
    expect(
      audio.flatMap(file => file.packages).filter(name => /^(kysely|pg|fastify)\b|sqlite/.test(name)),
    ).toEqual([])
  })

  it('touches sound elements only under packages/player/src/dom', () => {
    const elsewhere = sources.filter(
      file => /^(apps\/web|packages)\//.test(file.path) && !file.path.includes('/dom/'),
    )
    expect(
      elsewhere.filter(file => /\bnew (Audio|MediaSource|AudioContext)\(/.test(file.text)).map(f => f.path),
    ).toEqual([])
  })

  it('writes the address of each call in the contract only', () => {
    const typed = sources.filter(
      file => /^(apps|packages)\//.test(file.path) && !file.path.startsWith('packages/contract/'),
    )
    const calls = /['"`]\/(api\/\w+|audio\/|profile_path\/|stream\/)/
    const allowed = ['apps/web/vite.config.ts', 'apps/server/src/http/openapi/routes.ts']
    expect(
      typed.filter(file => calls.test(file.text) && !allowed.includes(file.path)).map(f => f.path),
    ).toEqual([])
  })

  it('never writes markup as text into a page', () => {
    expect(
      sources
        .filter(file =>
          /\.(innerHTML|outerHTML)\s*=|insertAdjacentHTML|dangerouslySetInnerHTML/.test(file.text),
        )
        .map(f => f.path),
    ).toEqual([])
  })

  it('has no barrels', () => {
    expect(sources.filter(file => /(^|\/)index\.tsx?$/.test(file.path)).map(file => file.path)).toEqual([])
  })

  it('stays small: nine files in ten under 200 lines, the middle one under 80', () => {
    const sizes = sources.map(file => file.lines).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length * 0.9)]).toBeLessThan(200)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(80)
  })
})

/** A ring of imports as a list of paths, or none. */
function findRing(): string[] {
  const files = new Map(sources.map(file => [file.path, file]))
  const done = new Set<string>()
  const walk = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    done.add(path)
    for (const next of files.get(path)?.imports ?? []) {
      const ring = walk(next, [...trail, path])
      if (ring.length > 0) return ring
    }
    return []
  }
  for (const { path } of sources) {
    const ring = walk(path, [])
    if (ring.length > 0) return ring
  }
  return []
}
